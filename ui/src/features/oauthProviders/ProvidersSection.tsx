import { Card } from "@/kit/layout/Card";

interface ProvidersSectionProps {
  accountId: string;
  projectId: string;
}

/** The OAuth providers that users log in with. */
export function ProvidersSection(_where: ProvidersSectionProps) {
  return <Card title="OAuth providers">{null}</Card>;
}
