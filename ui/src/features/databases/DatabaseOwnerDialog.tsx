import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { UpdateDatabase } from "@/ipc/generated";
import { updatingDatabase } from "./mutations";
import { OwnerField } from "./OwnerField";
import type { DatabaseSubject } from "./subjects";
import { OWNER } from "./words";

/** Gives a database to another role. */
export function DatabaseOwnerDialog({ subject }: { subject: DatabaseSubject }) {
  const { database } = subject;
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
      title={OWNER.title(database.name)}
      submit={OWNER.submit}
      call={OWNER.title(database.name)}
      failed={OWNER.failed}
    >
      <OwnerField at={subject} value={owner} onChange={setOwner} />
    </CallFormDialog>
  );
}
