import { LastRefusal } from "@/features/base/Failure";
import { quickKey } from "./mutations";
import { LIST } from "./words";

/** Work without a dialog of its own to show its refusal. */
const TITLES: Record<string, string> = {
  start: LIST.notStarted,
  enable: LIST.notChanged,
};

/** What was refused of what was done right from a menu. */
export function ComputeNotices({ accountId, projectId }: { accountId: string; projectId: string }) {
  return <LastRefusal of={quickKey(accountId, projectId)} titles={TITLES} />;
}
