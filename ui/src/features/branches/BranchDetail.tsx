import { useClockOffset } from "@/data/clockOffset";
import { Failure } from "@/features/accounts/Failure";
import { ComputeCard } from "@/features/computes/ComputeCard";
import { UsableLine } from "@/features/computes/UsableLine";
import type { BranchView, ComputeView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { CopyJson } from "@/kit/data/CopyJson";
import { Actions } from "@/kit/layout/Actions";
import { DetailHead } from "@/kit/layout/DetailHead";
import { Notice } from "@/kit/state/Notice";
import { Countdown } from "@/kit/time/Countdown";
import { instantOf } from "@/time/clock";
import { BranchFacts } from "./BranchFacts";
import { Marks } from "./Marks";
import type { BranchSubject } from "./places";
import { restrictionText } from "./words";

interface BranchDetailProps {
  subject: BranchSubject;
  branches: readonly BranchView[];
  computes: readonly ComputeView[] | undefined;
  computesError: Error | null;
}

/** One branch: what it is, what connects to it, what can be done with it. */
export function BranchDetail({ subject, branches, computes, computesError }: BranchDetailProps) {
  const { branch, accountId, projectId } = subject;
  const own = computes?.filter(({ branchId }) => branchId === branch.id);
  const context = { branch: subject };
  return (
    <>
      <DetailHead title={branch.name}>
        <Marks branch={branch} />
        <ActionMenu about="branch" subject={subject} label={`More actions for ${branch.name}`} outlined />
      </DetailHead>
      {branch.deletedAt !== null && <DeletedNotice subject={subject} />}
      {branch.restrictions.length > 0 && (
        <Notice tone="warning" title="Not everything can be done with it now">
          {branch.restrictions.map((each) => (
            <p key={each.action}>{restrictionText(each)}.</p>
          ))}
        </Notice>
      )}
      <UsableLine accountId={accountId} projectId={projectId} branchId={branch.id} />
      {branch.deletedAt === null && (
        <Actions>
          <ActionButton action="branch.copy" context={context} size="small">
            Copy connection string
          </ActionButton>
          <ActionButton action="branch.psql" context={context} size="small">
            Open psql
          </ActionButton>
          <ActionButton action="branch.new" context={context} size="small">
            Branch off…
          </ActionButton>
        </Actions>
      )}
      {computesError && <Failure title="The computes could not be read" error={computesError} />}
      {own?.map((compute) => (
        <ComputeCard
          key={compute.id}
          subject={{ ...subject, branchName: branch.name, compute, locked: subject.locked }}
        />
      ))}
      {own?.length === 0 && !computesError && branch.deletedAt === null && (
        <Notice
          tone="plain"
          actions={
            <ActionButton action="branch.compute" context={context} size="small">
              New compute…
            </ActionButton>
          }
        >
          No compute serves this branch, so nothing can connect to it.
        </Notice>
      )}
      <BranchFacts accountId={accountId} branch={branch} branches={branches} />
      <Actions>
        <CopyJson value={branch} label={branch.name} />
      </Actions>
    </>
  );
}

/** A deleted branch can be brought back for a while. */
function DeletedNotice({ subject }: { subject: BranchSubject }) {
  const offset = useClockOffset(subject.accountId);
  const { recoverableUntil } = subject.branch;
  return (
    <Notice
      tone="warning"
      title="Deleted"
      actions={<ActionButton action="branch.recover" context={{ branch: subject }} size="small" />}
    >
      {recoverableUntil === null ? (
        "The platform does not say until when it can be recovered."
      ) : (
        <>
          It can be recovered for{" "}
          <Countdown until={instantOf(recoverableUntil)} clockOffset={offset} over="no longer" />.
        </>
      )}
    </Notice>
  );
}
