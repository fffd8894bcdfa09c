import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { UpdateDatabase } from "@/ipc/generated";
import { updatingDatabase } from "./mutations";
import { OwnerField } from "./OwnerField";
import type { DatabaseSubject } from "./places";

/** Gives a database to another role. */
export function DatabaseOwnerDialog({ subject }: { subject: DatabaseSubject }) {
  const { accountId, projectId, branchId, database } = subject;
  const [owner, setOwner] = useState(database.owner);
  const update: UpdateDatabase = { name: null, owner };
  const form = useForm(updatingDatabase(subject, database.name), {
    unchanged: owner === database.owner,
    input: () => update,
  });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={`Owner of ${database.name}`}
      submit="Change owner"
      call={
        owner !== database.owner && {
          accountId,
          title: `Change owner of ${database.name}`,
          call: { kind: "updateDatabase", projectId, branchId, name: database.name, update },
        }
      }
      failed="The owner was not changed"
    >
      <OwnerField at={subject} value={owner} onChange={setOwner} />
    </CallFormDialog>
  );
}
