import { useQuery } from "@tanstack/react-query";
import { rotationsQuery } from "@/data/queries";
import { useLastFailure } from "@/data/work";
import { ReadFailure, WorkRefusal } from "@/features/accounts/Failure";
import { hasStopped } from "@/features/accounts/rotation";
import type { RotationView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Notices } from "@/kit/layout/Notices";
import { Notice } from "@/kit/state/Notice";
import { rotationKey } from "./mutations";
import { rotationText, rotationTitle } from "./rotationWords";

/** Changes of keys that are not put away: those of the account, and whichever stopped. Also after a restart. */
export function RotationNotices({ accountId }: { accountId: string }) {
  const list = useQuery(rotationsQuery);
  const shown = (list.data ?? []).filter((each) => each.accountId === accountId || hasStopped(each));
  return (
    <Notices>
      <ReadFailure query={list} title="Whether a rotation stopped could not be read" />
      {shown.map((rotation) => (
        <RotationNotice key={rotation.id} rotation={rotation} />
      ))}
    </Notices>
  );
}

function RotationNotice({ rotation }: { rotation: RotationView }) {
  const failure = useLastFailure(rotationKey(rotation.id));
  const context = { rotation };
  return (
    <>
      <Notice
        tone={hasStopped(rotation) ? "warning" : rotation.step === "done" ? "ok" : "plain"}
        role="status"
        title={rotationTitle(rotation)}
        testId="rotation-notice"
        actions={
          <>
            <ActionButton action="rotation.open" context={context} size="small" />
            <ActionButton action="rotation.resume" context={context} size="small" />
            <ActionButton action="rotation.undo" context={context} size="small" />
            <ActionButton action="rotation.dismiss" context={context} size="small" />
          </>
        }
      >
        {rotationText(rotation)} {hasStopped(rotation) && rotation.problem?.hint}
      </Notice>
      <WorkRefusal failure={failure} title="That was not done" dismissible />
    </>
  );
}
