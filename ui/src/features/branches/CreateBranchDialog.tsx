import { useQuery } from "@tanstack/react-query";
import { useClockOffset } from "@/data/clockOffset";
import { viewOf } from "@/data/errors";
import { branchesQuery } from "@/data/queries";
import { sizeSummary } from "@/features/base/computeSize";
import { SizeFields } from "@/features/base/SizeFields";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { useWhere } from "@/features/base/useWhere";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { ComputeSizeView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { MoreOptions } from "@/kit/control/MoreOptions";
import { Select } from "@/kit/control/Select";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { currentTime } from "@/time/clock";
import { type CreateDraft, createOf, earliestOf, emptyDraft, fieldErrorsOf } from "./createDraft";
import { EndFields } from "./EndFields";
import { creatingOf } from "./mutations";
import { PointFields } from "./PointFields";
import { restorePoints, shortenedOf } from "./point";
import { POINT } from "./pointWords";
import { CREATE, SUMMARY } from "./words";

interface CreateBranchDialogProps {
  accountId: string;
  projectId: string;
  parentId?: string | undefined;
}

/** A new branch: from what, with what, and for how long. */
export function CreateBranchDialog({ accountId, projectId, parentId }: CreateBranchDialogProps) {
  const model = useCreateBranch(accountId, projectId, parentId);
  const { form } = model;
  const failed = form.error && viewOf(form.error);
  const existing = (failed?.code === "exists" ? failed.about : null) ?? model.existing?.id;
  const openExisting = existing !== undefined && (
    <Button size="small" icon="arrowRight" onClick={() => model.open(existing)}>
      {CREATE.openExisting}
    </Button>
  );
  return (
    <CallFormDialog
      form={form}
      title={CREATE.title}
      description={CREATE.text}
      submit={CREATE.submit}
      blocked={model.locked}
      call={CREATE.submit}
      failed={CREATE.failed}
      wayOut={openExisting}
      after={
        !form.error &&
        model.existing && (
          <Notice tone="info" role="status" actions={openExisting}>
            {CREATE.taken}
          </Notice>
        )
      }
    >
      <CreateBranchFields model={model} />
    </CallFormDialog>
  );
}

function CreateBranchFields({ model }: { model: CreateBranchForm }) {
  const { draft, change, branches, now, ahead } = model;
  const { fieldErrors } = model.form;
  const parents = branches.filter(({ deletedAt }) => deletedAt === null);
  const chosen = draft.parentId || (parents.find(({ isDefault }) => isDefault)?.id ?? null);
  return (
    <>
      <FieldPair>
        <Field
          label={COMMON.name}
          optional
          hint={CREATE.nameHint}
          error={fieldErrors.name ?? (model.existing ? COMMON.exists : undefined)}
        >
          <TextInput value={draft.name} onChange={(name) => change({ name })} />
        </Field>
        <Field label={CREATE.parent}>
          <Select
            options={parents.map(({ id, name, isDefault }) => ({
              value: id,
              label: name,
              ...(isDefault && { detail: CREATE.defaultMark }),
            }))}
            value={chosen}
            onChange={(parentId) => change({ parentId })}
            placeholder={CREATE.defaultBranch}
          />
        </Field>
      </FieldPair>
      <PointFields
        label={CREATE.from}
        nowLabel={POINT.current}
        noPast={model.noPast}
        point={draft.point}
        moment={draft.moment}
        lsn={draft.lsn}
        points={model.points}
        fieldErrors={fieldErrors}
        earliest={model.earliest}
        shortened={model.shortened}
        now={now}
        ahead={ahead}
        onChange={change}
      />
      <EndFields
        end={draft.end}
        endAt={draft.endAt}
        fieldError={fieldErrors.endAt}
        now={now}
        ahead={ahead}
        onChange={change}
      />
      <MoreOptions
        summary={optionsSummary(draft, model.project?.computeSize)}
        hasErrors={fieldErrors.size !== undefined || fieldErrors.isProtected !== undefined}
      >
        <CreateBranchOptions model={model} />
      </MoreOptions>
    </>
  );
}

/** The folded options, which few branches need. */
function CreateBranchOptions({ model }: { model: CreateBranchForm }) {
  const { draft, change } = model;
  const { fieldErrors } = model.form;
  return (
    <>
      <Switch
        checked={draft.schemaOnly}
        onChange={(schemaOnly) => change({ schemaOnly })}
        hint={CREATE.schemaOnlyHint}
      >
        {CREATE.schemaOnly}
      </Switch>
      <Switch
        checked={draft.withCompute}
        onChange={(withCompute) => change({ withCompute })}
        hint={CREATE.addComputeHint}
      >
        {CREATE.addCompute}
      </Switch>
      {draft.withCompute && (
        <SizeFields
          size={draft.size}
          suspend={draft.suspend}
          usual={model.project?.computeSize}
          fieldError={fieldErrors.size}
          onChange={change}
        />
      )}
      <Switch
        checked={draft.isProtected}
        onChange={(isProtected) => change({ isProtected })}
        hint={CREATE.protectedHint}
      >
        {CREATE.isProtected}
      </Switch>
      {fieldErrors.isProtected && <p role="alert">{fieldErrors.isProtected}</p>}
    </>
  );
}

/** Returns the folded options, each a label with its value. */
function optionsSummary(draft: CreateDraft, usual: ComputeSizeView | undefined): readonly string[] {
  return [
    draft.schemaOnly ? SUMMARY.schemaOnly : SUMMARY.all,
    ...(draft.withCompute ? sizeSummary(draft.size, draft.suspend, usual) : [SUMMARY.noCompute]),
    draft.isProtected ? SUMMARY.isProtected : SUMMARY.isOpen,
  ];
}

const NONE: never[] = [];

type CreateBranchForm = ReturnType<typeof useCreateBranch>;

/** Holds the fields of the dialog that creates a branch, and its result. The fields stay after an error. */
function useCreateBranch(accountId: string, projectId: string, parentId: string | undefined) {
  const [draft, change] = useDraft<CreateDraft>(() => emptyDraft(parentId ?? ""));
  const branches = useQuery(branchesQuery(accountId, projectId)).data ?? NONE;
  const { project, locked, hasPast } = useWhere(accountId, projectId);
  const offset = useClockOffset(accountId);
  const router = useRouter();

  const now = useNow(MINUTE) + offset;
  const parent = branches.find(({ id, isDefault }) =>
    draft.parentId === "" ? isDefault : id === draft.parentId,
  );
  const earliest = earliestOf(project, parent, now);
  const fieldErrors = fieldErrorsOf(draft, earliest, now, offset);
  const open = (branch: string) => {
    form.close();
    router.go({ screen: "project", account: accountId, id: projectId, tab: "branches", branch });
  };
  const form = useForm(creatingOf(accountId, projectId), {
    fieldErrors,
    // "In 1 hour" counts from the click, however long the dialog was open.
    input: () => createOf(draft, currentTime() + offset),
    preview: () => createOf(draft, now),
    onDone: ({ branch }) => open(branch.id),
  });
  // The platform refuses a name that is taken; the branch that has it is worth more than the refusal.
  const existing = branches.find(({ name }) => name === draft.name && name !== "");
  return {
    draft,
    change,
    branches,
    project,
    locked,
    earliest,
    shortened: shortenedOf(parent),
    points: restorePoints(parent, branches),
    noPast: hasPast ? undefined : CREATE.noWindow,
    now,
    ahead: offset,
    form,
    existing,
    open,
  };
}
