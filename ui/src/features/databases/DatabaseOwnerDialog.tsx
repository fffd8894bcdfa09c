import { useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { UpdateDatabase } from "@/ipc/generated";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { updatingDatabase } from "./mutations";
import { OwnerField } from "./OwnerField";
import type { DatabaseSubject } from "./places";

/** Gives a database to another role. */
export function DatabaseOwnerDialog({ subject }: { subject: DatabaseSubject }) {
  const { accountId, projectId, branchId, database } = subject;
  const [owner, setOwner] = useState(database.owner);
  const giving = useWork(updatingDatabase(subject, database.name));
  const close = useUnask();
  const update: UpdateDatabase = { name: null, owner };
  const give = async () => {
    if (owner === database.owner || (await giving.start(update))) close();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void give()}
      size="small"
      title={`Owner of ${database.name}`}
      submit="Change owner"
      busy={giving.underWay}
      aside={
        owner !== database.owner && (
          <CopyAsButton
            accountId={accountId}
            title={`Change owner of ${database.name}`}
            call={{ kind: "updateDatabase", projectId, branchId, name: database.name, update }}
          />
        )
      }
      after={giving.failure && <Failure title="The owner was not changed" error={giving.failure.error} />}
    >
      <OwnerField at={subject} value={owner} onChange={setOwner} />
    </FormDialog>
  );
}
