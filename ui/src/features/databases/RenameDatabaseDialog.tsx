import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { databasesQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Failure } from "@/features/Failure";
import type { UpdateDatabase } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Notice } from "@/kit/state/Notice";
import styles from "./Data.module.css";
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
  const form = useId();
  const isTaken = name !== database.name && databases.data?.some((each) => each.name === name) === true;
  const update: UpdateDatabase = { name, owner: null };
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faultOfName(name) || isTaken) return;
    if (name === database.name) return unask();
    if (await renaming.start(update)) unask();
    else void databases.refetch();
  };
  return (
    <Dialog
      open
      onClose={unask}
      dismiss={renaming.underWay ? "never" : "deliberate"}
      title={`Rename ${database.name}`}
      footer={
        <>
          {name !== database.name && (
            <CopyAsButton
              accountId={accountId}
              title={`Rename ${database.name}`}
              call={{ kind: "updateDatabase", projectId, branchId, name: database.name, update }}
            />
          )}
          <Button onClick={unask} disabled={renaming.underWay}>
            Cancel
          </Button>
          <Button tone="primary" submit form={form} busy={renaming.underWay}>
            Rename
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void rename(event)} noValidate>
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
      </form>
      {renaming.failure && <Failure title="The database was not renamed" error={renaming.failure.error} />}
    </Dialog>
  );
}
