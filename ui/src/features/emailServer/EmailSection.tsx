import { Card } from "@/kit/layout/Card";

interface EmailSectionProps {
  accountId: string;
  projectId: string;
}

/** The server that the auth integration sends its mail through. */
export function EmailSection(_where: EmailSectionProps) {
  return <Card title="Email server">{null}</Card>;
}
