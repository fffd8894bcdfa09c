import { workKeys } from "@/data/keys";
import { useFailure } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { Notices } from "@/kit/layout/Notices";
import { useAsked } from "@/kit/overlay/asked";
import { CreateFailure } from "./CreateFailure";
import { useRefusedCreate } from "./useCreateAgain";

/** What was tried from the shelf and refused, until it is tried again or dismissed. */
export function ShelfNotices() {
  const create = useRefusedCreate();
  const refresh = useFailure(workKeys.refreshAll);
  const undo = useFailure(workKeys.envUndo);
  const power = useFailure(workKeys.sandbox);
  const inOptions = useAsked()?.dialog === "temporaryOptions";
  return (
    <Notices>
      {create && !inOptions && (
        <CreateFailure error={create.error} onRetry={create.again} onDismiss={create.clear} />
      )}
      {power && !inOptions && (
        <Failure title="The sandbox did not do as asked" error={power.error} onDismiss={power.clear} />
      )}
      {refresh && (
        <Failure title="Not everything could be refreshed" error={refresh.error} onDismiss={refresh.clear} />
      )}
      {undo && <Failure title="The env file was not put back" error={undo.error} onDismiss={undo.clear} />}
    </Notices>
  );
}
