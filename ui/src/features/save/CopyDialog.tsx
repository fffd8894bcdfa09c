import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { accountsQuery, databasesQuery, rolesQuery } from "@/data/queries";
import { MutationRefusal } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { identifierError } from "@/features/databases/names";
import { usualOwner } from "@/features/databases/OwnerField";
import type { CopyTarget, TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog } from "@/kit/overlay/dialogs";
import { DIALOG } from "@/kit/words";
import { copyingInto } from "./mutations";
import { SaveProgress } from "./SaveProgress";
import { TargetFields } from "./TargetFields";
import { COPY, PROGRESS } from "./words";

/** Copies a database into a project and stays until that has ended; closing it leaves it running. */
export function CopyDialog({ row }: { row: TemporaryView }) {
  const [started, setStarted] = useState(false);
  const { target, change } = useTarget(row);
  const running = row.saved?.status === "running";
  const id = useId();
  const form = useForm(copyingInto(row.id), {
    fieldErrors: {
      accountId: target.accountId ? undefined : COPY.missing.accountId,
      projectId: target.projectId ? undefined : COPY.missing.projectId,
      branchId: target.branchId ? undefined : COPY.missing.branchId,
      database: identifierError(target.database),
      owner: target.owner ? undefined : COPY.missing.owner,
    },
    refusals: { exists: "database" },
    hindered: running,
    input: () => target,
    onDone: () => setStarted(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      dismiss="deliberate"
      title={COPY.title(row.name)}
      description={COPY.text}
      footer={
        <>
          <Button onClick={closeDialog}>
            {running ? PROGRESS.leave : started ? PROGRESS.close : DIALOG.cancel}
          </Button>
          <Button tone="primary" submit form={id} busy={form.busy} disabled={running}>
            {COPY.submit}
          </Button>
        </>
      }
    >
      <form id={id} className="ui-stack" onSubmit={submit} noValidate>
        <TargetFields target={target} fieldErrors={form.fieldErrors} onChange={change} />
      </form>
      {form.error && <MutationRefusal failure={form.failure} title={COPY.failed} />}
      {(started || running) && <SaveProgress row={row} onOpen={closeDialog} />}
    </Dialog>
  );
}

/** What is chosen so far; whoever owns most of a branch's databases is the owner until another one is chosen. */
function useTarget(row: TemporaryView) {
  const accounts = useQuery(accountsQuery).data?.filter(({ isReadOnly }) => !isReadOnly) ?? [];
  const [chosen, setChosen] = useState<Partial<CopyTarget>>({ database: row.name });
  const accountId = chosen.accountId ?? (accounts.length === 1 ? (accounts[0]?.id ?? "") : "");
  const { projectId = "", branchId = "", database = "" } = chosen;
  const enabled = branchId !== "";
  const databases = useQuery({ ...databasesQuery(accountId, projectId, branchId), enabled });
  const roles = useQuery({ ...rolesQuery(accountId, projectId, branchId), enabled });
  const owner = chosen.owner ?? usualOwner(roles.data, databases.data) ?? "";
  const target: CopyTarget = { accountId, projectId, branchId, database, owner };
  const change = (next: Partial<CopyTarget>) => setChosen((before) => ({ ...before, ...next }));
  return { target, change };
}
