import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { deletingDatabase } from "./mutations";
import type { DatabaseSubject } from "./subjects";
import { useReload } from "./useReload";
import { DELETE_DATABASE } from "./words";

/** Deletes a database with its data. The deletion can't be undone, so that the person types the name. */
export function DeleteDatabaseDialog({ subject }: { subject: DatabaseSubject }) {
  const { accountId, database } = subject;
  const account = useAccount(accountId);
  const reload = useReload(subject);
  const form = useForm(deletingDatabase(subject, database.name), {
    input: () => undefined,
    deletes: database.name,
    // Refused because it is gone, or not as it was: the list shows what there is.
    onRefused: reload,
  });
  return (
    <CallConfirmDialog
      form={form}
      title={DELETE_DATABASE.title(database.name)}
      confirm={DELETE_DATABASE.submit}
      typeName={database.name}
      call={DELETE_DATABASE.call(database.name)}
      failed={DELETE_DATABASE.failed}
      retry
    >
      <FullPath of={[account?.name, subject.projectName, subject.branchName, database.name]} />
      <p>{DELETE_DATABASE.means}</p>
    </CallConfirmDialog>
  );
}
