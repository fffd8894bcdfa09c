import { useUnderWay, useWork } from "@/data/work";
import { isOver } from "@/features/accounts/rotation";
import type { RotationView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { useUnask } from "@/kit/overlay/asked";
import { canPutAway } from "./rotationWords";
import { dismissingOf, resumingOf, undoingOf } from "./rotationWork";

/** Go on or give up where it stopped; put it away where it is over. */
export function RotationButtons({ rotation }: { rotation: RotationView }) {
  const resuming = useUnderWay(resumingOf(rotation.id).key);
  const undoing = useUnderWay(undoingOf(rotation.id).key);
  const dismiss = useWork(dismissingOf(rotation.id));
  const close = useUnask();
  const context = { rotation };
  const putAway = async () => {
    if (await dismiss.start()) close();
  };
  if (isOver(rotation)) {
    return (
      <>
        <Button onClick={close}>Close</Button>
        <Button tone="primary" busy={dismiss.underWay} onClick={() => void putAway()}>
          Put away
        </Button>
      </>
    );
  }
  return (
    <>
      <Button tone="quiet" onClick={close}>
        Put aside
      </Button>
      {canPutAway(rotation) && (
        <Button busy={dismiss.underWay} onClick={() => void putAway()}>
          Put away
        </Button>
      )}
      <ActionButton action="rotation.undo" context={context} busy={undoing} />
      <ActionButton action="rotation.resume" context={context} tone="primary" icon="play" busy={resuming} />
    </>
  );
}
