import { useMutationSpec } from "@/data/mutation";
import { Failure, MutationRefusal } from "@/features/base/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Dialog } from "@/kit/overlay/Dialog";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { MainButton } from "@/kit/overlay/MainButton";
import { keychainUnasked } from "./keychainUnasked";
import { forgettingOf } from "./mutations";
import { RetryKeychain } from "./RetryKeychain";
import { useLeaveRow } from "./useLeaveRow";
import { FORGET, goes, leaves } from "./words";

/** Takes a row out of the list, after saying what that does and what it leaves. */
export function ForgetDialog({ row }: { row: TemporaryView }) {
  const close = useCloseDialog();
  const forgetting = useMutationSpec(forgettingOf(row.id));
  const leave = useLeaveRow(row.id);
  const unasked = keychainUnasked(row);
  const forget = async () => {
    if ((await forgetting.start()) !== undefined) leave();
  };
  return (
    <Dialog
      open
      onClose={close}
      size="small"
      title={FORGET.title(row.name)}
      footer={
        <>
          <Button onClick={close}>{FORGET.cancel}</Button>
          <MainButton submit={false} tone="danger" busy={forgetting.underWay} onClick={() => void forget()}>
            {FORGET.confirm}
          </MainButton>
        </>
      }
    >
      {unasked && <Failure title={FORGET.unasked} error={unasked} actions={<RetryKeychain />} />}
      <p>{leaves(row)}</p>
      <p>{goes(row)}</p>
      <MutationRefusal failure={forgetting.failure} />
    </Dialog>
  );
}
