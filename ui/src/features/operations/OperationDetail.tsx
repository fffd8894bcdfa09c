import { counted, sentence } from "@/data/format";
import { useFailure, useUnderWay } from "@/data/work";
import { WorkRefusal } from "@/features/accounts/Failure";
import { Instant } from "@/features/base/Instant";
import { ConnectionProbe } from "@/features/computes/ConnectionProbe";
import type { TrackedOperationView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { AllFields } from "@/kit/data/AllFields";
import { CopyField } from "@/kit/data/CopyField";
import { CopyJson } from "@/kit/data/CopyJson";
import { Facts } from "@/kit/data/Facts";
import { LookPill } from "@/kit/data/Pill";
import { Actions } from "@/kit/layout/Actions";
import { DetailHead } from "@/kit/layout/DetailHead";
import { Link } from "@/kit/route/Link";
import { Notice } from "@/kit/state/Notice";
import { refreshKey } from "./actions";
import { operationFields } from "./fields";
import { Elapsed, RetryTime } from "./OperationState";
import styles from "./Operations.module.css";
import { clickOf, operationLook, standingOf } from "./words";

/** One operation: how it stands, how long it takes, what began it. */
export function OperationDetail({ row }: { row: TrackedOperationView }) {
  const { operation, accountId } = row;
  const key = refreshKey(accountId, operation.id);
  const refreshing = useUnderWay(key);
  const failure = useFailure(key);
  const look = operationLook(operation);
  const context = { operation: row };
  return (
    <>
      <DetailHead title={operation.actionWord}>
        <LookPill look={look} />
        <ActionMenu
          about="operation"
          subject={row}
          label={`More actions for ${operation.actionWord}`}
          outlined
        />
      </DetailHead>
      <WorkRefusal failure={failure} title="The operation could not be refreshed" dismissible />
      <FailedNotice row={row} />
      {operation.status === "vanished" && (
        <Notice tone="warning" title="No longer available">
          The platform no longer has a record of it: records expire and are removed with their project. How it
          ended is not known.
        </Notice>
      )}
      {operation.branchId !== null && (
        <ConnectionProbe
          accountId={accountId}
          projectId={operation.projectId}
          branchId={operation.branchId}
        />
      )}
      <Actions>
        <ActionButton action="operation.refresh" context={context} size="small" busy={refreshing} />
        <ActionButton action="operation.project" context={context} size="small" />
        <CopyJson value={row} label={operation.actionWord} />
      </Actions>
      <OperationFacts row={row} />
      <AllFields fields={operationFields(operation, { account: accountId })} />
    </>
  );
}

/** Why it failed, how often, and when it is tried again. */
function FailedNotice({ row: { operation, accountId } }: { row: TrackedOperationView }) {
  if (operation.failures === 0 && standingOf(operation) !== "failed") return null;
  const title = operation.failures > 0 ? `Failed ${counted(operation.failures, "time")}` : "Failed";
  return (
    <Notice tone={standingOf(operation) === "failed" ? "danger" : "warning"} title={title}>
      {operation.error ? sentence(operation.error) : "The platform reports no reason."}{" "}
      {operation.retryAt !== null && !operation.isOver && (
        <>
          Next attempt in <RetryTime accountId={accountId} at={operation.retryAt} />.
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
    branchId !== null && {
      term: "Branch",
      detail: (
        <Link to={{ ...project, tab: "branches", branch: branchId }} className={styles.link ?? ""}>
          {branchName ?? branchId}
        </Link>
      ),
    },
    computeId !== null && {
      term: "Compute",
      detail: <CopyField label="compute ID" value={computeId} />,
    },
    { term: "Started by", detail: clickOf(row) ?? "Started elsewhere" },
    { term: "Created", detail: <Instant at={operation.createdAt} clock={{ account: accountId }} /> },
    { term: "Followed since", detail: <Instant at={since} clock="here" /> },
    { term: "Last change", detail: <Instant at={operation.updatedAt} clock={{ account: accountId }} /> },
    endedAt !== null && { term: "Ended", detail: <Instant at={endedAt} clock="here" /> },
    { term: operation.isOver ? "Duration" : "Elapsed", detail: <Elapsed row={row} /> },
    {
      term: "Operation ID",
      detail: <CopyField label="operation ID" value={operation.id} />,
    },
    {
      term: "Platform status",
      detail: (
        <code data-selectable>
          {operation.action ?? "no action"}, {operation.status}
        </code>
      ),
    },
  ];
  return <Facts facts={facts} />;
}
