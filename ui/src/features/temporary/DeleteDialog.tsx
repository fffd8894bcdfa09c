import { useMutationSpec } from "@/data/mutation";
import { MutationRefusal } from "@/features/base/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Dialog } from "@/kit/overlay/Dialog";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { MainButton } from "@/kit/overlay/MainButton";
import { deletionOf } from "./mutations";
import { useLeaveRow } from "./useLeaveRow";
import { DELETE } from "./words";

/** Deletes a database with its data before it expires, after a question. */
export function DeleteDialog({ row }: { row: TemporaryView }) {
  const close = useCloseDialog();
  const deletion = useMutationSpec(deletionOf(row.id));
  const leave = useLeaveRow(row.id);
  const confirm = async () => {
    if ((await deletion.start()) !== undefined) leave();
  };
  return (
    <Dialog
      open
      onClose={close}
      size="small"
      title={DELETE.title(row.name)}
      footer={
        <>
          <Button onClick={close}>{DELETE.cancel}</Button>
          <MainButton submit={false} tone="danger" busy={deletion.underWay} onClick={() => void confirm()}>
            {DELETE.confirm}
          </MainButton>
        </>
      }
    >
      <p>{DELETE.means(row)}</p>
      <MutationRefusal failure={deletion.failure} />
    </Dialog>
  );
}
