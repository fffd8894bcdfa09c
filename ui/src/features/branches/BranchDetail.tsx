import { useClockOffset } from "@/data/clockOffset";
import { sentence } from "@/data/format";
import { Failure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { Missing } from "@/features/base/Missing";
import { COMMON, moreActions } from "@/features/base/words";
import { ComputeCard } from "@/features/computes/ComputeDetail";
import { ConnectionProbe } from "@/features/computes/ConnectionProbe";
import type { BranchView, ComputeView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { AllFields } from "@/kit/data/AllFields";
import { ByteSize } from "@/kit/data/ByteSize";
import { CopyField } from "@/kit/data/CopyField";
import { CopyJson } from "@/kit/data/CopyJson";
import { Facts } from "@/kit/data/Facts";
import { Actions } from "@/kit/layout/Actions";
import { DetailHead } from "@/kit/layout/DetailHead";
import { Notice } from "@/kit/state/Notice";
import { Countdown, useTimeLeft } from "@/kit/time/Countdown";
import { formatDuration } from "@/kit/time/duration";
import { instantOf } from "@/time/clock";
import { Marks } from "./BranchName";
import { branchFields } from "./fields";
import { shortenedOf } from "./point";
import type { BranchSubject } from "./subjects";
import { branchLook, DELETED, DETAIL, EXPIRY, originOf, restrictionText } from "./words";

interface BranchDetailProps {
  subject: BranchSubject;
  branches: readonly BranchView[];
  computes: readonly ComputeView[] | undefined;
  computesError: Error | null;
}

/** One branch: what it is, what connects to it, what can be done with it. */
export function BranchDetail({ subject, branches, computes, computesError }: BranchDetailProps) {
  const { branch, accountId, projectId } = subject;
  // Read-write first: that is the one that apps write to.
  const own = computes
    ?.filter(({ branchId }) => branchId === branch.id)
    .sort((a, b) => Number(b.isWritable) - Number(a.isWritable));
  const context = { branch: subject };
  return (
    <>
      <DetailHead title={branch.name}>
        <Marks branch={branch} />
        <ActionMenu about="branch" subject={subject} label={moreActions(branch.name)} outlined />
      </DetailHead>
      {branch.deletedAt !== null && <DeletedNotice subject={subject} />}
      {branch.restrictions.length > 0 && (
        <Notice tone="warning" title={DETAIL.restricted}>
          {branch.restrictions.map((each) => (
            <p key={each.action}>{sentence(restrictionText(each))}</p>
          ))}
        </Notice>
      )}
      {branch.restoreStatus === "restored" && branch.deletedAt === null && (
        <RestoredNotice subject={subject} target={branches.find(({ id }) => id === branch.restoredAs)} />
      )}
      <ConnectionProbe accountId={accountId} projectId={projectId} branchId={branch.id} />
      {branch.deletedAt === null && (
        <Actions>
          <ActionButton action="branch.copy" context={context} size="small" short />
          <ActionButton action="branch.psql" context={context} size="small" short />
          <ActionButton action="branch.new" context={context} size="small" short />
          <ActionButton action="branch.compareSchemas" context={context} size="small" short />
        </Actions>
      )}
      {computesError && <Failure title={DETAIL.computesFailed} error={computesError} />}
      {own?.map((compute) => (
        <ComputeCard
          key={compute.id}
          subject={{ ...subject, branchName: branch.name, compute, locked: subject.locked }}
        />
      ))}
      {own?.length === 0 && !computesError && branch.deletedAt === null && (
        <Notice
          tone="plain"
          actions={<ActionButton action="branch.compute" context={context} size="small" short />}
        >
          {DETAIL.noCompute}
        </Notice>
      )}
      <BranchFacts accountId={accountId} branch={branch} branches={branches} />
      <AllFields fields={branchFields(projectId, branch, { account: accountId })} />
      <Actions>
        <CopyJson value={branch} label={branch.name} />
      </Actions>
    </>
  );
}

/** A branch of a snapshot's data waits to replace another one. */
function RestoredNotice({ subject, target }: { subject: BranchSubject; target: BranchView | undefined }) {
  if (!target) return null;
  return (
    <Notice
      tone="plain"
      actions={
        <ActionButton action="branch.finalizeRestore" context={{ branch: subject }} size="small" short />
      }
    >
      {DETAIL.restored(target.name)}
    </Notice>
  );
}

/** A deleted branch can be brought back for a while. */
function DeletedNotice({ subject }: { subject: BranchSubject }) {
  const offset = useClockOffset(subject.accountId);
  const { recoverableUntil } = subject.branch;
  return (
    <Notice
      tone="warning"
      title={COMMON.deleted}
      actions={<ActionButton action="branch.recover" context={{ branch: subject }} size="small" />}
    >
      {recoverableUntil === null ? (
        DELETED.unreported
      ) : (
        <TimeLeft until={instantOf(recoverableUntil)} clockOffset={offset} />
      )}
    </Notice>
  );
}

function TimeLeft({ until, clockOffset }: { until: number; clockOffset: number }) {
  return DELETED.recoverable(useTimeLeft(until, clockOffset));
}

interface BranchFactsProps {
  accountId: string;
  branch: BranchView;
  branches: readonly BranchView[];
}

/** What the platform says of a branch, and what stands below it. */
function BranchFacts({ accountId, branch, branches }: BranchFactsProps) {
  const clockOffset = useClockOffset(accountId);
  const parent = branches.find(({ id }) => id === branch.parentId);
  const children = branches.filter(({ parentId, deletedAt }) => parentId === branch.id && deletedAt === null);
  const facts = [
    { term: COMMON.state, detail: branchLook(branch).word },
    {
      term: COMMON.expires,
      detail:
        branch.expiresAt === null ? (
          COMMON.never
        ) : (
          <Countdown until={instantOf(branch.expiresAt)} clockOffset={clockOffset} over={EXPIRY.now} />
        ),
    },
    { term: COMMON.id, detail: <CopyField label={DETAIL.branchId} value={branch.id} /> },
    {
      term: DETAIL.origin,
      detail: originOf(branch, parent?.name, branch.parentId !== null && parent === undefined, clockOffset),
    },
    branch.parentLsn !== null && {
      term: DETAIL.parentLsn,
      detail: <CopyField label={DETAIL.lsn} value={branch.parentLsn} />,
    },
    children.length > 0 && {
      term: DETAIL.childBranches,
      detail: children.map(({ name }) => name).join(", "),
    },
    { term: COMMON.size, detail: bytes(branch.logicalSize) },
    branch.restoreWindow !== null && {
      term: DETAIL.restorable,
      detail: <Restorable branch={branch} ahead={clockOffset} />,
    },
    branch.restoreWindow !== null && { term: DETAIL.window, detail: bytes(branch.restoreWindow.bytes) },
    { term: COMMON.written, detail: bytes(branch.writtenDataBytes) },
    { term: COMMON.transferred, detail: bytes(branch.dataTransferBytes) },
    { term: COMMON.activeTime, detail: span(branch.activeTimeSeconds) },
    { term: COMMON.computeTime, detail: span(branch.computeTimeSeconds) },
    { term: COMMON.created, detail: moment(branch.createdAt, clockOffset) },
    { term: COMMON.updated, detail: moment(branch.updatedAt, clockOffset) },
    branch.lastResetAt !== null && {
      term: DETAIL.lastReset,
      detail: moment(branch.lastResetAt, clockOffset),
    },
    branch.createdBy !== null && { term: COMMON.createdBy, detail: branch.createdBy },
  ];
  return <Facts facts={facts} />;
}

/** Since when it can be restored, and why not for longer. */
function Restorable({ branch, ahead }: { branch: BranchView; ahead: number }) {
  const shortened = shortenedOf(branch);
  return (
    <>
      {moment(branch.restoreWindow?.start ?? null, ahead)}
      {shortened && <div className="ui-faint">{shortened}</div>}
    </>
  );
}

function bytes(count: number | null) {
  return count === null ? <Missing /> : <ByteSize bytes={count} />;
}

function span(seconds: number | null) {
  return seconds === null ? <Missing /> : formatDuration(seconds * 1000);
}

function moment(at: string | null, ahead: number) {
  return <Instant at={at} clock={{ ahead }} />;
}
