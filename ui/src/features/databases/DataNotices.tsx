import { useFailure } from "@/data/work";
import { Failure } from "@/features/Failure";
import { copyingPassword } from "./mutations";
import type { OnBranch } from "./places";

/** Why what was clicked in a menu did not happen. */
export function DataNotices({ at }: { at: OnBranch }) {
  const copying = useFailure(copyingPassword(at).key);
  if (!copying) return null;
  return <Failure title="The password was not copied" error={copying.error} onDismiss={copying.clear} />;
}
