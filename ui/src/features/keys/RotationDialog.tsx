import { useQuery } from "@tanstack/react-query";
import { useLastFailure, useMutationSpec, useUnderWay } from "@/data/mutation";
import { rotationsQuery } from "@/data/queries";
import { canDismiss, isOver } from "@/features/accounts/rotation";
import { AbsentDialog } from "@/features/base/AbsentDialog";
import { Failure, MutationRefusal } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import type { RotationView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { LookPill } from "@/kit/data/Pill";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog, useCloseDialog } from "@/kit/overlay/dialogs";
import styles from "./Keys.module.css";
import { dismissingOf, resumingOf, rotationKey, undoingOf } from "./mutations";
import { ROTATION, rotationText, rotationTitle, STEPS, stepLook } from "./words";

/** How far the change of an account's key is, step by step. Closing it puts it aside: it goes on. */
export function RotationDialog({ id }: { id: string }) {
  const list = useQuery(rotationsQuery);
  const rotation = list.data?.find((each) => each.id === id);
  if (rotation) return <Going rotation={rotation} />;
  const words = {
    title: ROTATION.title,
    loading: ROTATION.loading,
    failed: ROTATION.failed,
    gone: COMMON.gone,
  };
  return <AbsentDialog list={list} words={words} />;
}

function Going({ rotation }: { rotation: RotationView }) {
  const failure = useLastFailure(rotationKey(rotation.id));
  const { problem, accountId } = rotation;
  return (
    <Dialog
      open
      onClose={closeDialog}
      dismiss="deliberate"
      title={rotationTitle(rotation)}
      description={rotationText(rotation)}
      footer={<RotationButtons rotation={rotation} />}
    >
      <ol className={styles.steps} aria-label={ROTATION.steps}>
        {STEPS.map(({ step, title, means }) => {
          const look = stepLook(rotation, step);
          return (
            <li key={step} className={styles.step} data-testid="rotation-step" data-step={step}>
              <b>{title}</b>
              <LookPill look={look} />
              <small>{means}</small>
            </li>
          );
        })}
      </ol>
      <p role="status" className="visually-hidden">
        {rotationTitle(rotation)}
      </p>
      {problem && <Failure error={problem} account={accountId} />}
      <MutationRefusal failure={failure} title={COMMON.actionFailed} account={accountId} dismissible />
    </Dialog>
  );
}

/** Resume or give up a rotation that stopped; dismiss one that has ended. */
function RotationButtons({ rotation }: { rotation: RotationView }) {
  const resuming = useUnderWay(resumingOf(rotation.id).key);
  const undoing = useUnderWay(undoingOf(rotation.id).key);
  const dismiss = useMutationSpec(dismissingOf(rotation.id));
  const close = useCloseDialog();
  const context = { rotation };
  const dismissAndClose = async () => {
    if ((await dismiss.start()) !== undefined) close();
  };
  if (isOver(rotation)) {
    return (
      <Button tone="primary" busy={dismiss.underWay} onClick={() => void dismissAndClose()}>
        {ROTATION.finish}
      </Button>
    );
  }
  return (
    <>
      <Button tone="quiet" onClick={close}>
        {rotation.isRunning ? COMMON.runInBackground : COMMON.close}
      </Button>
      {canDismiss(rotation) && (
        <Button busy={dismiss.underWay} onClick={() => void dismissAndClose()}>
          {COMMON.dismiss}
        </Button>
      )}
      <ActionButton action="rotation.undo" context={context} busy={undoing} />
      <ActionButton action="rotation.resume" context={context} tone="primary" icon="play" busy={resuming} />
    </>
  );
}
