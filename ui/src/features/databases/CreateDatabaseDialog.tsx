import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { databasesQuery, rolesQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { useRouter } from "@/kit/route/useRouter";
import { creatingDatabase } from "./mutations";
import { NameField, TakenNotice } from "./NameField";
import { identifierError } from "./names";
import { OwnerField, usualOwner } from "./OwnerField";
import type { OnBranch } from "./subjects";
import { CREATE_DATABASE, OWNER, TAKEN } from "./words";

/** Makes a database on a branch. A name that is taken leads to the database that has it. */
export function CreateDatabaseDialog({ at }: { at: OnBranch }) {
  const { accountId, projectId, branchId, branchName } = at;
  const databases = useQuery(databasesQuery(accountId, projectId, branchId));
  const roles = useQuery(rolesQuery(accountId, projectId, branchId));
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string>();
  const router = useRouter();
  const owner = chosen ?? usualOwner(roles.data, databases.data);
  const isTaken = databases.data?.some((each) => each.name === name) === true;

  const show = (which: string) => {
    router.go(
      { screen: "project", account: accountId, id: projectId, tab: "data", branch: branchId, name: which },
      { replace: true },
    );
    form.close();
  };
  const form = useForm(creatingDatabase(at), {
    fieldErrors: {
      name: identifierError(name) ?? (isTaken ? TAKEN.other : undefined),
      owner: owner === undefined ? OWNER.missing : undefined,
    },
    input: () => ({ name, owner: owner ?? "" }),
    onDone: ({ item }) => show(item.name),
    // Refused: another person may have created a database of this name meanwhile.
    onRefused: () => void databases.refetch(),
  });
  return (
    <CallFormDialog
      form={form}
      title={CREATE_DATABASE.title(branchName)}
      submit={CREATE_DATABASE.submit}
      call={CREATE_DATABASE.submit}
      failed={CREATE_DATABASE.failed}
      after={
        isTaken && !form.busy && <TakenNotice what="database" name={name} at={at} onShow={() => show(name)} />
      }
    >
      <NameField
        label={COMMON.name}
        value={name}
        onChange={setName}
        tried={form.tried}
        error={form.fieldErrors.name}
      />
      <OwnerField
        at={at}
        value={owner}
        onChange={setChosen}
        error={roles.isPending ? undefined : form.fieldErrors.owner}
      />
    </CallFormDialog>
  );
}
