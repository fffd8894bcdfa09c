import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { branchesQuery } from "@/data/queries";
import { nameError } from "@/features/base/nameError";
import { useForm } from "@/features/base/useForm";
import { useWhere } from "@/features/base/useWhere";
import { COMMON } from "@/features/base/words";
import { earliestOf } from "@/features/branches/createDraft";
import { EndFields } from "@/features/branches/EndFields";
import { type EndChoice, endError, endOf } from "@/features/branches/expiry";
import { PointFields } from "@/features/branches/PointFields";
import { lsnError, momentError, type Point, restorePoints, shortenedOf } from "@/features/branches/point";
import { POINT } from "@/features/branches/pointWords";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { CreateSnapshot } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { readDateTime } from "@/kit/time/dateTime";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { currentTime, isoOf } from "@/time/clock";
import { snapshotsQuery, takingOf } from "./mutations";
import { RootBranchField, rootOf } from "./RootBranchField";
import { TAKE } from "./words";

interface TakeSnapshotDialogProps {
  accountId: string;
  projectId: string;
  branchId?: string;
}

/** Takes a snapshot of a branch, as it is or as it was. */
export function TakeSnapshotDialog(props: TakeSnapshotDialogProps) {
  const { draft, change, form, source, ...known } = useTakeSnapshot(props);
  const { fieldErrors } = form;
  return (
    <CallFormDialog
      form={form}
      title={TAKE.title}
      description={TAKE.text}
      submit={TAKE.title}
      blocked={known.blocked}
      call={TAKE.title}
      failed={TAKE.failed}
    >
      <RootBranchField
        branches={known.branches}
        value={source?.id ?? null}
        onChange={(branchId) => change({ branchId })}
      />
      <PointFields
        label={TAKE.data}
        nowLabel={POINT.current}
        noPast={known.noPast}
        point={draft.point}
        moment={draft.moment}
        lsn={draft.lsn}
        points={restorePoints(source, known.branches)}
        fieldErrors={fieldErrors}
        earliest={known.earliest}
        shortened={shortenedOf(source)}
        now={known.now}
        ahead={known.ahead}
        onChange={change}
      />
      <Field label={COMMON.name} optional hint={TAKE.nameHint} error={fieldErrors.name}>
        <TextInput value={draft.name} onChange={(name) => change({ name })} />
      </Field>
      <EndFields
        end={draft.end}
        endAt={draft.endAt}
        fieldError={fieldErrors.endAt}
        now={known.now}
        ahead={known.ahead}
        words={{ stays: TAKE.stays, hint: TAKE.expires }}
        onChange={change}
      />
    </CallFormDialog>
  );
}

interface Draft {
  branchId: string | undefined;
  point: Point;
  moment: string;
  lsn: string;
  name: string;
  end: EndChoice;
  endAt: string;
}

const EMPTY: Omit<Draft, "branchId"> = {
  point: "now",
  moment: "",
  lsn: "",
  name: "",
  end: "never",
  endAt: "",
};

/** Holds the fields of the dialog, and its result. */
function useTakeSnapshot({ accountId, projectId, branchId }: TakeSnapshotDialogProps) {
  const { project, hasPast } = useWhere(accountId, projectId);
  const list = useQuery(branchesQuery(accountId, projectId));
  const branches = useMemo(() => list.data?.filter(({ deletedAt }) => deletedAt === null) ?? [], [list.data]);
  const taken = useQuery(snapshotsQuery(accountId, projectId)).data;
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, branchId });
  const ahead = useClockOffset(accountId);
  const now = useNow(MINUTE) + ahead;
  const source = rootOf(branches, draft.branchId);
  const earliest = earliestOf(project, source, now);
  const { name } = draft;
  const fieldErrors = {
    name: taken?.some((each) => each.name === name) ? TAKE.taken : nameError(name),
    moment: draft.point === "moment" ? momentError(draft.moment, earliest, now, ahead) : undefined,
    lsn: draft.point === "lsn" ? lsnError(draft.lsn) : undefined,
    endAt: endError(draft.end, draft.endAt, now),
  };
  const createAt = (at: number): CreateSnapshot => {
    const moment = draft.point === "moment" ? readDateTime(draft.moment) : undefined;
    return {
      name: name || null,
      lsn: draft.point === "lsn" ? draft.lsn.trim() : null,
      timestamp: moment === undefined ? null : isoOf(moment),
      expiresAt: endOf(draft.end, draft.endAt, at),
    };
  };
  const form = useForm(takingOf(accountId, projectId), {
    fieldErrors,
    refusals: { exists: "name" },
    hindered: source === undefined,
    // "In 1 hour" counts from the click, however long the dialog was open.
    input: () => ({ branchId: source?.id ?? "", create: createAt(currentTime() + ahead) }),
    preview: () => ({ branchId: source?.id ?? "", create: createAt(now) }),
  });
  return {
    draft,
    change: (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed })),
    form,
    branches,
    source,
    earliest,
    now,
    ahead,
    createAt,
    noPast: hasPast ? undefined : TAKE.noWindow,
    blocked: list.data && source === undefined ? TAKE.noBranch : undefined,
  };
}
