import { type FormEvent, useId, useState } from "react";
import { useWork } from "@/data/work";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Failure } from "@/features/Failure";
import type { UpdateDatabase } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import styles from "./Data.module.css";
import { updatingDatabase } from "./mutations";
import { OwnerField } from "./OwnerField";
import type { DatabaseSubject } from "./places";

/** Gives a database to another role. */
export function DatabaseOwnerDialog({ subject }: { subject: DatabaseSubject }) {
  const { accountId, projectId, branchId, database } = subject;
  const [owner, setOwner] = useState(database.owner);
  const giving = useWork(updatingDatabase(subject, database.name));
  const form = useId();
  const update: UpdateDatabase = { name: null, owner };
  const give = async (event: FormEvent) => {
    event.preventDefault();
    if (owner === database.owner || (await giving.start(update))) unask();
  };
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      dismiss={giving.underWay ? "never" : "deliberate"}
      title={`Owner of ${database.name}`}
      footer={
        <>
          {owner !== database.owner && (
            <CopyAsButton
              accountId={accountId}
              title={`Change owner of ${database.name}`}
              call={{ kind: "updateDatabase", projectId, branchId, name: database.name, update }}
            />
          )}
          <Button onClick={unask} disabled={giving.underWay}>
            Cancel
          </Button>
          <Button tone="primary" submit form={form} busy={giving.underWay}>
            Change owner
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void give(event)} noValidate>
        <OwnerField at={subject} value={owner} onChange={setOwner} />
      </form>
      {giving.failure && <Failure title="The owner was not changed" error={giving.failure.error} />}
    </Dialog>
  );
}
