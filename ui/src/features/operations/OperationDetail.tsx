import { counted, sentence } from "@/data/format";
import { useFailure, useUnderWay } from "@/data/work";
import { WorkRefusal } from "@/features/accounts/Failure";
import { Instant } from "@/features/base/Instant";
import { UsableLine } from "@/features/computes/UsableLine";
import type { TrackedOperationView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { CopyField } from "@/kit/data/CopyField";
import { CopyJson } from "@/kit/data/CopyJson";
import { writeClipboard } from "@/kit/data/clipboard";
import { Facts } from "@/kit/data/Facts";
import { Pill } from "@/kit/data/Pill";
import { Actions } from "@/kit/layout/Actions";
import { DetailHead } from "@/kit/layout/DetailHead";
import { Link } from "@/kit/route/Link";
import { Notice } from "@/kit/state/Notice";
import { lookKey } from "./mutations";
import { Elapsed, RetryTime } from "./OperationState";
import styles from "./Operations.module.css";
import { clickOf, operationLook, standingOf } from "./words";

/** One operation: how it stands, how long it takes, what began it. */
export function OperationDetail({ row }: { row: TrackedOperationView }) {
  const { operation, accountId } = row;
  const key = lookKey(accountId, operation.id);
  const looking = useUnderWay(key);
  const failure = useFailure(key);
  const look = operationLook(operation);
  const context = { operation: row };
  return (
    <>
      <DetailHead title={operation.actionWord}>
        <Pill tone={look.tone}>{look.word}</Pill>
        <ActionMenu
          about="operation"
          subject={row}
          label={`More actions for ${operation.actionWord}`}
          outlined
        />
      </DetailHead>
      <WorkRefusal failure={failure} title="It could not be looked at" dismissible />
      <FailedNotice row={row} />
      {operation.status === "vanished" && (
        <Notice tone="warning" title="It is nowhere any more">
          The platform has no record of it: it keeps records for a while only, and none of a project that is
          gone. How it ended is not known here.
        </Notice>
      )}
      {operation.branchId !== null && (
        <UsableLine accountId={accountId} projectId={operation.projectId} branchId={operation.branchId} />
      )}
      <Actions>
        <ActionButton action="operation.look" context={context} size="small" busy={looking} />
        <ActionButton action="operation.project" context={context} size="small" />
        <CopyJson value={row} label={operation.actionWord} />
      </Actions>
      <OperationFacts row={row} />
    </>
  );
}

/** Why it failed, how often, and when it is tried again. */
function FailedNotice({ row: { operation, accountId } }: { row: TrackedOperationView }) {
  if (operation.failures === 0 && standingOf(operation) !== "failed") return null;
  const title = operation.failures > 0 ? `Failed ${counted(operation.failures, "time")}` : "Failed";
  return (
    <Notice tone={standingOf(operation) === "failed" ? "danger" : "warning"} title={title}>
      {operation.error ? sentence(operation.error) : "The platform does not say why."}{" "}
      {operation.retryAt !== null && !operation.isOver && (
        <>
          It is tried again in <RetryTime accountId={accountId} at={operation.retryAt} />.
        </>
      )}
    </Notice>
  );
}

/** Where, when and by what click. */
function OperationFacts({ row }: { row: TrackedOperationView }) {
  const { operation, accountId, accountName, projectName, branchName, since, endedAt } = row;
  const { projectId, branchId, computeId } = operation;
  const project = { screen: "project", account: accountId, id: projectId } as const;
  const facts = [
    { term: "Account", detail: accountName ?? accountId },
    {
      term: "Project",
      detail: (
        <Link to={project} className={styles.link ?? ""}>
          {projectName ?? projectId}
        </Link>
      ),
    },
    ...(branchId === null
      ? []
      : [
          {
            term: "Branch",
            detail: (
              <Link to={{ ...project, tab: "branches", branch: branchId }} className={styles.link ?? ""}>
                {branchName ?? branchId}
              </Link>
            ),
          },
        ]),
    ...(computeId === null
      ? []
      : [
          {
            term: "Compute",
            detail: <CopyField label="compute id" value={computeId} copy={writeClipboard} />,
          },
        ]),
    { term: "Begun by", detail: clickOf(row) ?? "nothing that was clicked here; it was found going on" },
    { term: "Ordered", detail: <Instant at={operation.createdAt} clock={{ account: accountId }} /> },
    { term: "Followed", detail: <Instant at={since} clock="here" /> },
    { term: "Last change", detail: <Instant at={operation.updatedAt} clock={{ account: accountId }} /> },
    ...(endedAt === null ? [] : [{ term: "End seen", detail: <Instant at={endedAt} clock="here" /> }]),
    { term: operation.isOver ? "Took" : "Takes by now", detail: <Elapsed row={row} /> },
    {
      term: "Operation id",
      detail: <CopyField label="operation id" value={operation.id} copy={writeClipboard} />,
    },
    {
      term: "In its words",
      detail: (
        <code data-selectable>
          {operation.action ?? "no action"}, {operation.status}
        </code>
      ),
    },
  ];
  return <Facts facts={facts} />;
}
