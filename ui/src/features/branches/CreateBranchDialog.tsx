import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { viewOf } from "@/data/errors";
import { branchesQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { useWhere } from "@/features/base/useWhere";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { SizeFields } from "@/features/computes/SizeFields";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";
import { type CreateDraft, createOf, earliestOf, emptyDraft, faultsOf } from "./createDraft";
import { EndFields } from "./EndFields";
import { creatingOf } from "./mutations";
import { PointFields } from "./PointFields";

interface CreateBranchDialogProps {
  accountId: string;
  projectId: string;
  parentId?: string | undefined;
}

/** A new branch: from what, with what, and for how long. */
export function CreateBranchDialog({ accountId, projectId, parentId }: CreateBranchDialogProps) {
  const form = useCreateBranch(accountId, projectId, parentId);
  const close = useUnask();
  const about = form.failure && viewOf(form.failure).code === "exists" ? viewOf(form.failure).about : null;
  const existing = about ?? form.existing?.id;
  const openExisting = existing !== undefined && (
    <Button size="small" icon="arrowRight" onClick={() => form.open(existing)}>
      Open the existing branch
    </Button>
  );
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void form.create()}
      title="New branch"
      description="A branch begins with the data of its parent and takes up room only for what changes in it."
      submit="Create branch"
      busy={form.underWay}
      blocked={form.locked}
      aside={<CopyAsButton accountId={accountId} call={form.call} title="Create branch" />}
      after={
        form.failure ? (
          <Failure title="The branch was not created" error={form.failure} actions={openExisting} />
        ) : (
          form.existing && (
            <Notice tone="info" role="status" actions={openExisting}>
              There is a branch of this name already.
            </Notice>
          )
        )
      }
    >
      <CreateBranchFields form={form} />
    </FormDialog>
  );
}

function CreateBranchFields({ form }: { form: ReturnType<typeof useCreateBranch> }) {
  const { draft, faults, change, branches } = form;
  const parents = branches.filter(({ deletedAt }) => deletedAt === null);
  const chosen = draft.parentId || (parents.find(({ isDefault }) => isDefault)?.id ?? null);
  return (
    <>
      <FieldPair>
        <Field label="Name" optional hint="The platform makes one up when it is empty." error={faults.name}>
          <TextInput value={draft.name} onChange={(name) => change({ name })} />
        </Field>
        <Field label="Parent">
          <Select
            options={parents.map(({ id, name, isDefault }) => ({
              value: id,
              label: name,
              ...(isDefault && { detail: "default" }),
            }))}
            value={chosen}
            onChange={(parentId) => change({ parentId })}
            placeholder="The default branch"
          />
        </Field>
      </FieldPair>
      <PointFields
        label="From which point of the parent"
        nowLabel="As it is now"
        noPast={form.noPast}
        point={draft.point}
        moment={draft.moment}
        lsn={draft.lsn}
        faults={faults}
        earliest={form.earliest}
        now={form.now}
        ahead={form.ahead}
        onChange={change}
      />
      <Switch
        checked={draft.schemaOnly}
        onChange={(schemaOnly) => change({ schemaOnly })}
        hint="The tables of the parent without their rows."
      >
        Schema only
      </Switch>
      <Switch
        checked={draft.withCompute}
        onChange={(withCompute) => change({ withCompute })}
        hint="Without one nothing can connect to the branch. It can get one later."
      >
        With a compute
      </Switch>
      {draft.withCompute && (
        <SizeFields
          size={draft.size}
          suspend={draft.suspend}
          usual={form.project?.computeSize}
          fault={faults.size}
          onChange={change}
        />
      )}
      <EndFields
        end={draft.end}
        endAt={draft.endAt}
        fault={faults.endAt}
        now={form.now}
        ahead={form.ahead}
        onChange={change}
      />
      <Switch
        checked={draft.isProtected}
        onChange={(isProtected) => change({ isProtected })}
        hint="It can be neither deleted nor reset until the protection is taken off."
      >
        Protected
      </Switch>
      {faults.isProtected && <p role="alert">{faults.isProtected}</p>}
    </>
  );
}

const NONE: never[] = [];

/** What is typed into the dialog that makes a branch, and what became of it. What was typed stays, whatever is refused. */
function useCreateBranch(accountId: string, projectId: string, parentId: string | undefined) {
  const [draft, setDraft] = useState<CreateDraft>(() => emptyDraft(parentId ?? ""));
  const [tried, setTried] = useState(false);
  const branches = useQuery(branchesQuery(accountId, projectId)).data ?? NONE;
  const { project, locked, hasPast } = useWhere(accountId, projectId);
  const offset = useClockOffset(accountId);
  const creating = useWork(creatingOf(accountId, projectId));
  const router = useRouter();
  const close = useUnask();

  const now = useNow(MINUTE) + offset;
  const parent = branches.find(({ id, isDefault }) =>
    draft.parentId === "" ? isDefault : id === draft.parentId,
  );
  const earliest = earliestOf(project, parent?.createdAt ?? null, now);
  const faults = faultsOf(draft, earliest, now, offset);
  const open = (branch: string) => {
    close();
    router.go({ screen: "project", account: accountId, id: projectId, tab: "branches", branch });
  };
  const create = async () => {
    setTried(true);
    if (Object.keys(faults).length > 0) return;
    creating.failure?.clear();
    // "In 1 hour" counts from the click, however long the dialog was open.
    const made = await creating.start(createOf(draft, currentTime() + offset, offset));
    if (!made) return;
    open(made.branch.id);
  };
  const failure = creating.failure?.error;
  // The platform refuses a name that is taken; the branch that has it is worth more than the refusal.
  const existing = branches.find(({ name }) => name === draft.name.trim() && name !== "");
  return {
    draft,
    change: (changed: Partial<CreateDraft>) => setDraft((before) => ({ ...before, ...changed })),
    faults: tried ? faults : {},
    call: { kind: "createBranch", projectId, create: createOf(draft, now, offset) } as const,
    branches,
    project,
    locked,
    earliest,
    noPast: hasPast
      ? undefined
      : "This platform keeps no history: a branch starts from its parent’s present data.",
    now,
    ahead: offset,
    create,
    underWay: creating.underWay,
    failure,
    existing,
    open,
  };
}
