import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { useForm } from "@/features/base/useForm";
import { useWhere } from "@/features/base/useWhere";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { BranchView, RestoreBranch } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { FullPath } from "@/kit/data/FullPath";
import { dateTimeText, readDateTime } from "@/kit/time/dateTime";
import { HOUR, MINUTE, useNow } from "@/kit/time/useNow";
import { currentTime, isoOf } from "@/time/clock";
import type { BranchDialogSubject } from "./BranchDialog";
import { earliestOf } from "./createDraft";
import { restoringOf } from "./mutations";
import { PointFields } from "./PointFields";
import { PreserveFields, preservedName, preserveError } from "./PreserveFields";
import { lsnError, momentError, type Point, restorePoints, shortenedOf } from "./point";
import { POINT } from "./pointWords";
import { RestorePreview } from "./RestorePreview";
import { PRESERVE, RESTORE } from "./restoreWords";

/** Sets a branch to its own past, or to another branch. */
export function RestoreBranchDialog(subject: BranchDialogSubject) {
  const { branch, branches, branchId, path } = subject;
  const { form, draft, change, ...known } = useRestoreBranch(subject);
  const { fieldErrors } = form;
  return (
    <CallFormDialog
      form={form}
      title={RESTORE.title(branch.name)}
      description={branch.parentId === null ? `${RESTORE.text} ${RESTORE.ofRoot}` : RESTORE.text}
      submit={RESTORE.call}
      danger
      blocked={known.blocked}
      call={RESTORE.call}
      failed={RESTORE.failed}
    >
      <FullPath of={path} />
      <Field label={RESTORE.from}>
        <Select
          options={[
            {
              value: branchId,
              label: RESTORE.itself(branch.name),
              ...(known.noPast && { disabled: true, detail: RESTORE.noWindowMark }),
            },
            ...branches
              .filter((each) => each.id !== branchId)
              .map((each) => ({ value: each.id, label: each.name })),
          ]}
          value={draft.sourceId}
          onChange={change.source}
        />
      </Field>
      <PointFields
        label={RESTORE.to}
        nowLabel={POINT.current}
        pastOnly={known.itself}
        noPast={known.noPast}
        point={draft.point}
        moment={known.moment}
        lsn={draft.lsn}
        points={known.points}
        fieldErrors={fieldErrors}
        earliest={known.earliest}
        shortened={known.shortened}
        now={known.now}
        ahead={known.ahead}
        onChange={change.point}
      />
      <RestorePreview of={known.of} at={known.preview} />
      <PreserveFields
        keep={known.keep}
        required={known.required}
        name={draft.name}
        fieldError={fieldErrors.name}
        onKeep={(keep) => change.backup({ keep })}
        onName={(name) => change.backup({ name })}
      />
    </CallFormDialog>
  );
}

/** Holds the fields of the dialog that restores a branch, and its result. */
function useRestoreBranch({ branch, branches, ...ref }: BranchDialogSubject) {
  const { accountId, projectId, branchId } = ref;
  const { project, hasPast } = useWhere(accountId, projectId);
  const ahead = useClockOffset(accountId);
  const [draft, setDraft] = useState(() => ({
    ...(hasPast
      ? { sourceId: branchId, point: MOMENT }
      : { sourceId: presentSource(branch, branches), point: NOW }),
    /** Undefined until a moment is typed: the suggested one is shown. */
    moment: NO_MOMENT,
    lsn: "",
    keep: true,
    name: preservedName(branch.name, currentTime() + ahead, branches),
  }));
  const now = useNow(MINUTE) + ahead;

  const itself = draft.sourceId === branchId;
  const hasChildren = branches.some(({ parentId }) => parentId === branchId);
  const required = requiredWords(itself, hasChildren);
  const keep = draft.keep || required !== false;
  const source = branches.find(({ id }) => id === draft.sourceId);
  const earliest = earliestOf(project, source, now);
  const [opened] = useState(now);
  const moment = draft.moment ?? dateTimeText(suggestedMoment(earliest, opened));
  const fieldErrors = {
    moment: draft.point === "moment" ? momentError(moment, earliest, now, ahead) : undefined,
    lsn: draft.point === "lsn" ? lsnError(draft.lsn) : undefined,
    name: preserveError(keep, draft.name, branches),
  };
  const noPast = hasPast ? undefined : RESTORE.noWindow;
  const at = draft.point === "moment" ? readDateTime(moment) : undefined;
  const restore: RestoreBranch = {
    sourceId: draft.sourceId,
    sourceLsn: draft.point === "lsn" ? draft.lsn.trim() : null,
    sourceTimestamp: at === undefined ? null : isoOf(at),
    preserveUnderName: keep ? draft.name : null,
  };
  const form = useForm(restoringOf(ref), { fieldErrors, input: () => restore });
  const merge = (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed }));
  const change = {
    // A branch can't be set to what it is; from another branch, its current data is most likely meant.
    source: (sourceId: string) => merge({ sourceId, point: sourceId === branchId ? MOMENT : NOW }),
    point: (changed: { point?: Point; moment?: string; lsn?: string }) => merge(changed),
    backup: (changed: { keep?: boolean; name?: string }) => merge(changed),
  };
  return {
    draft,
    moment,
    change,
    itself,
    keep,
    required,
    earliest,
    shortened: shortenedOf(source),
    points: restorePoints(source, branches),
    noPast,
    /** The reason why nothing can be restored here; absent where something can. */
    blocked: !hasPast && branches.length < 2 ? RESTORE.nothing : undefined,
    now,
    ahead,
    restore,
    of: ref,
    /** The point that a preview compares with. */
    preview: fieldErrors.moment === undefined && fieldErrors.lsn === undefined ? pointOf(restore) : undefined,
    form,
  };
}

const pointOf = ({ sourceId, sourceLsn, sourceTimestamp }: RestoreBranch) => ({
  sourceId,
  sourceLsn,
  sourceTimestamp,
});

/** An hour ago, or half of a restore window that is shorter. */
function suggestedMoment(earliest: number | undefined, now: number): number {
  return Math.max(now - HOUR, earliest === undefined ? 0 : (earliest + now) / 2);
}

const NO_MOMENT: string | undefined = undefined;
const NOW: Point = "now";
const MOMENT: Point = "moment";

/** Returns the branch whose present data is the likely source: the parent, else the first other branch. */
function presentSource({ id, parentId }: BranchView, branches: readonly BranchView[]): string {
  const others = branches.filter((each) => each.id !== id);
  return (others.find((each) => each.id === parentId) ?? others[0])?.id ?? id;
}

function requiredWords(itself: boolean, hasChildren: boolean): string | false {
  if (itself) return PRESERVE.forItself;
  return hasChildren && PRESERVE.forChildren;
}
