import { readSize } from "@/features/base/computeSize";
import { nameError } from "@/features/base/nameError";
import type { BranchView, CreateBranch, ProjectView } from "@/ipc/generated";
import { readDateTime } from "@/kit/time/dateTime";
import { instantOf, isoOf } from "@/time/clock";
import { type EndChoice, endError, endOf } from "./expiry";
import { lsnError, momentError, type Point } from "./point";
import { CREATE } from "./words";

/** What is typed into the dialog that makes a branch. */
export interface CreateDraft {
  name: string;
  /** Empty: the project's default branch. */
  parentId: string;
  point: Point;
  /** As typed: a local date and time, like `endAt`. */
  moment: string;
  lsn: string;
  schemaOnly: boolean;
  withCompute: boolean;
  /** As typed: one size, or a range. */
  size: string;
  /** Seconds as text; see the choices of `suspendOptions`. */
  suspend: string;
  end: EndChoice;
  endAt: string;
  isProtected: boolean;
}

type CreateErrors = Partial<Record<keyof CreateDraft, string>>;

export const emptyDraft = (parentId: string): CreateDraft => ({
  name: "",
  parentId,
  point: "now",
  moment: "",
  lsn: "",
  schemaOnly: false,
  withCompute: true,
  size: "",
  suspend: "0",
  end: "never",
  endAt: "",
  isProtected: false,
});

/** What cannot be used, field by field. `now`: by the platform's clock, which is so far `ahead` of this machine's. */
export function fieldErrorsOf(
  draft: CreateDraft,
  earliest: number | undefined,
  now: number,
  ahead: number,
): CreateErrors {
  const name = nameError(draft.name);
  const moment = draft.point === "moment" ? momentError(draft.moment, earliest, now, ahead) : undefined;
  const lsn = draft.point === "lsn" ? lsnError(draft.lsn) : undefined;
  const size = draft.withCompute ? readSize(draft.size) : undefined;
  const endAt = endError(draft.end, draft.endAt, now);
  const both = draft.isProtected && draft.end !== "never";
  const fieldErrors: CreateErrors = {
    ...(name && { name }),
    ...(moment && { moment }),
    ...(lsn && { lsn }),
    ...(size && "fieldError" in size && { size: size.fieldError }),
    ...(endAt && { endAt }),
    ...(both && { isProtected: CREATE.protectedExpires }),
  };
  return fieldErrors;
}

/** The draft as the core is asked. Only for one without faults. */
export function createOf(draft: CreateDraft, now: number): CreateBranch {
  const size = readSize(draft.size);
  const moment = draft.point === "moment" ? readDateTime(draft.moment) : undefined;
  return {
    name: draft.name || null,
    parentId: draft.parentId || null,
    parentLsn: draft.point === "lsn" ? draft.lsn.trim() : null,
    parentTimestamp: moment === undefined ? null : isoOf(moment),
    schemaOnly: draft.schemaOnly,
    protected: draft.isProtected,
    expiresAt: endOf(draft.end, draft.endAt, now),
    compute:
      draft.withCompute && !("fieldError" in size)
        ? { minCu: size.minCu, maxCu: size.maxCu, suspendTimeoutSeconds: Number(draft.suspend) }
        : null,
    notes: {},
  };
}

/** The first moment that the restore window of a branch reaches, by the platform's clock. */
export function earliestOf(
  project: ProjectView | undefined,
  branch: BranchView | undefined,
  now: number,
): number | undefined {
  const start = branch?.restoreWindow?.start;
  if (start) return instantOf(start);
  const retention = project?.historyRetentionSeconds;
  if (retention === null || retention === undefined) return undefined;
  const window = now - retention * 1000;
  const createdAt = branch?.createdAt ?? null;
  return createdAt === null ? window : Math.max(window, instantOf(createdAt));
}
