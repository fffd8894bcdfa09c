import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { databasesQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { UpdateDatabase } from "@/ipc/generated";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { Notice } from "@/kit/state/Notice";
import { updatingDatabase } from "./mutations";
import { NameField } from "./NameField";
import { faultOfName } from "./names";
import type { DatabaseSubject } from "./places";

export function RenameDatabaseDialog({ subject }: { subject: DatabaseSubject }) {
  const { accountId, projectId, branchId, database } = subject;
  const databases = useQuery(databasesQuery(accountId, projectId, branchId));
  const [name, setName] = useState(database.name);
  const [tried, setTried] = useState(false);
  const renaming = useWork(updatingDatabase(subject, database.name));
  const close = useUnask();
  const isTaken = name !== database.name && databases.data?.some((each) => each.name === name) === true;
  const update: UpdateDatabase = { name, owner: null };
  const rename = async () => {
    setTried(true);
    if (faultOfName(name) || isTaken) return;
    if (name === database.name) return close();
    if (await renaming.start(update)) close();
    else void databases.refetch();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void rename()}
      title={`Rename ${database.name}`}
      submit="Rename"
      busy={renaming.underWay}
      aside={
        name !== database.name && (
          <CopyAsButton
            accountId={accountId}
            title={`Rename ${database.name}`}
            call={{ kind: "updateDatabase", projectId, branchId, name: database.name, update }}
          />
        )
      }
      after={
        renaming.failure && <Failure title="The database was not renamed" error={renaming.failure.error} />
      }
    >
      <NameField
        label="New name"
        value={name}
        onChange={setName}
        tried={tried}
        error={isTaken ? `${subject.branchName} has a database of this name already.` : undefined}
      />
      <Notice tone="warning">
        Connections to it are cut, and programs must be given the new name: it is a part of their connection
        string.
      </Notice>
    </FormDialog>
  );
}
