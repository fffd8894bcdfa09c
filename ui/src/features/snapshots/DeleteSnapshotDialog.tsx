import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { deletingOf } from "./mutations";
import type { SnapshotDialogSubject } from "./SnapshotDialog";
import { DELETE } from "./words";

/** Deletes a snapshot for good, after its name was typed. */
export function DeleteSnapshotDialog({ snapshot, path, ...ref }: SnapshotDialogSubject) {
  const form = useForm(deletingOf(ref, snapshot.name), { input: () => undefined, deletes: snapshot.name });
  return (
    <CallConfirmDialog
      form={form}
      title={DELETE.title(snapshot.name)}
      confirm={DELETE.submit}
      typeName={snapshot.name}
      call={DELETE.submit}
      failed={DELETE.failed}
    >
      <FullPath of={path} />
      <p>{DELETE.means}</p>
    </CallConfirmDialog>
  );
}
