import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { deletingDatabase } from "./mutations";
import type { DatabaseSubject } from "./places";
import { useReload } from "./useReload";

/** Deletes a database with its data, after naming it whole. It cannot be taken back, so its name is typed. */
export function DeleteDatabaseDialog({ subject }: { subject: DatabaseSubject }) {
  const { accountId, projectId, branchId, database } = subject;
  const account = useAccount(accountId);
  const reload = useReload(subject);
  const form = useForm(deletingDatabase(subject, database.name), {
    input: () => undefined,
    // Refused because it is gone, or not as it was: the list shows what there is.
    onRefused: reload,
  });
  return (
    <CallConfirmDialog
      form={form}
      title={`Delete database ${database.name}?`}
      confirm={`Delete ${database.name}`}
      typeName={database.name}
      call={{
        accountId,
        title: `Delete ${database.name}`,
        call: { kind: "deleteDatabase", projectId, branchId, name: database.name },
      }}
      failed="The database was not deleted"
      retry
    >
      <FullPath of={[account?.name, subject.projectName, subject.branchName, database.name]} />
      <p>
        Deletes all its tables and data and closes its connections. Other branches keep theirs. To get it
        back, restore the whole branch to an earlier point in its restore window.
      </p>
    </CallConfirmDialog>
  );
}
