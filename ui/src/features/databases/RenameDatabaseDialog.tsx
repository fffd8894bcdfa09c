import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { databasesQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { UpdateDatabase } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";
import { updatingDatabase } from "./mutations";
import { NameField } from "./NameField";
import { identifierError } from "./names";
import type { DatabaseSubject } from "./subjects";
import { RENAME } from "./words";

export function RenameDatabaseDialog({ subject }: { subject: DatabaseSubject }) {
  const { accountId, projectId, branchId, database } = subject;
  const databases = useQuery(databasesQuery(accountId, projectId, branchId));
  const [name, setName] = useState(database.name);
  const update: UpdateDatabase = { name, owner: null };
  const isTaken = name !== database.name && databases.data?.some((each) => each.name === name) === true;
  const form = useForm(updatingDatabase(subject, database.name), {
    fieldErrors: { name: identifierError(name) },
    refusals: { invalid: "name", exists: "name" },
    hindered: isTaken,
    unchanged: name === database.name,
    input: () => update,
    onRefused: () => void databases.refetch(),
  });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={RENAME.title(database.name)}
      submit={COMMON.rename}
      call={RENAME.title(database.name)}
      failed={RENAME.failed}
    >
      <NameField
        label={COMMON.name}
        value={name}
        onChange={setName}
        tried={form.tried}
        error={isTaken ? RENAME.taken(subject.branchName) : form.fieldErrors.name}
      />
      <Notice tone="warning">{RENAME.means}</Notice>
    </CallFormDialog>
  );
}
