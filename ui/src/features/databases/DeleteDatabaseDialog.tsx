import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { deletingDatabase } from "./mutations";
import type { DatabaseSubject } from "./places";
import { useLists } from "./useLists";

/** Deletes a database with its data, after naming it whole. It cannot be taken back, so its name is typed. */
export function DeleteDatabaseDialog({ subject }: { subject: DatabaseSubject }) {
  const { accountId, projectId, branchId, database } = subject;
  const account = useAccount(accountId);
  const lists = useLists(subject);
  const form = useForm(deletingDatabase(subject, database.name), {
    input: () => undefined,
    // Refused because it is gone, or not as it was: the list shows what there is.
    onRefused: lists.lookAgain,
  });
  const path = [account?.name, subject.projectName, subject.branchName, database.name].filter(Boolean);
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
      <FullPath>{path.join(" / ")}</FullPath>
      <p>
        All tables and data in it go, and connections to it are cut. Other branches keep theirs. It cannot be
        brought back by itself: only by setting the branch back to a moment before, as far as its restore
        window reaches.
      </p>
    </CallConfirmDialog>
  );
}
