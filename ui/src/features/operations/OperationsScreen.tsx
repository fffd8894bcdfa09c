import { Screen } from "@/kit/layout/Screen";

/** What the platforms do, for every account and project. */
export function OperationsScreen({ id }: { id: string | undefined }) {
  return <Screen title="Operations">{id}</Screen>;
}
