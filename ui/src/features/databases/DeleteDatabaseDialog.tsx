import { useAccount } from "@/data/account";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { deletingDatabase } from "./mutations";
import type { DatabaseSubject } from "./places";
import { useLists } from "./useLists";

/** Deletes a database with its data, after naming it whole. It cannot be taken back, so its name is typed. */
export function DeleteDatabaseDialog({ subject }: { subject: DatabaseSubject }) {
  const { accountId, projectId, branchId, database } = subject;
  const account = useAccount(accountId);
  const close = useUnask();
  const deleting = useWork(deletingDatabase(subject, database.name));
  const lists = useLists(subject);
  const remove = async () => {
    if (await deleting.start(undefined)) close();
    // Refused because it is gone, or not as it was: the list shows what there is.
    else lists.lookAgain();
  };
  const path = [account?.name, subject.projectName, subject.branchName, database.name].filter(Boolean);
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void remove()}
      title={`Delete database ${database.name}?`}
      confirm={`Delete ${database.name}`}
      typeName={database.name}
      aside={
        <CopyAsButton
          accountId={accountId}
          title={`Delete ${database.name}`}
          call={{ kind: "deleteDatabase", projectId, branchId, name: database.name }}
        />
      }
      busy={deleting.underWay}
      error={
        deleting.failure && (
          <Failure
            title="The database was not deleted"
            error={deleting.failure.error}
            onRetry={() => void remove()}
          />
        )
      }
    >
      <FullPath>{path.join(" / ")}</FullPath>
      <p>
        All tables and data in it go, and connections to it are cut. Other branches keep theirs. It cannot be
        brought back by itself: only by setting the branch back to a moment before, as far as its restore
        window reaches.
      </p>
    </ConfirmDialog>
  );
}
