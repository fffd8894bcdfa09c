import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { databasesQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { UpdateDatabase } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";
import { updatingDatabase } from "./mutations";
import { NameField } from "./NameField";
import { faultOfName } from "./names";
import type { DatabaseSubject } from "./places";

export function RenameDatabaseDialog({ subject }: { subject: DatabaseSubject }) {
  const { accountId, projectId, branchId, database } = subject;
  const databases = useQuery(databasesQuery(accountId, projectId, branchId));
  const [name, setName] = useState(database.name);
  const update: UpdateDatabase = { name, owner: null };
  const isTaken = name !== database.name && databases.data?.some((each) => each.name === name) === true;
  const form = useForm(updatingDatabase(subject, database.name), {
    faults: { name: faultOfName(name) },
    refusals: { invalid: "name", exists: "name" },
    hindered: isTaken,
    unchanged: name === database.name,
    input: () => update,
    onRefused: () => void databases.refetch(),
  });
  return (
    <CallFormDialog
      form={form}
      title={`Rename ${database.name}`}
      submit="Rename"
      call={
        name !== database.name && {
          accountId,
          title: `Rename ${database.name}`,
          call: { kind: "updateDatabase", projectId, branchId, name: database.name, update },
        }
      }
      failed="The database was not renamed"
    >
      <NameField
        label="New name"
        value={name}
        onChange={setName}
        tried={form.tried}
        error={isTaken ? `${subject.branchName} already has a database with this name.` : form.faults.name}
      />
      <Notice tone="warning">
        Closes its connections. Apps need the new name in their connection strings.
      </Notice>
    </CallFormDialog>
  );
}
