import { Screen } from "@/kit/layout/Screen";

/** The API keys of the account that is shown: one's own and those of its organizations. */
export function KeysScreen(_place: { tab: string | undefined }) {
  return <Screen title="API keys">{null}</Screen>;
}
