import { Screen } from "@/kit/layout/Screen";

/** The projects of the current account. */
export function ProjectsScreen({ tab }: { tab: string | undefined }) {
  return <Screen title="Projects">{tab}</Screen>;
}
