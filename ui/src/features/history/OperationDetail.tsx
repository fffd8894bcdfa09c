import { useQuery, useQueryClient } from "@tanstack/react-query";
import { sentence } from "@/data/format";
import { perform, useFailure, useUnderWay } from "@/data/mutation";
import { operationsQuery } from "@/data/queries";
import { MutationRefusal } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { ConnectionProbe } from "@/features/computes/ConnectionProbe";
import { useAlsoRefresh } from "@/features/refresh/refresh";
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
import { operationFields } from "./fields";
import styles from "./History.module.css";
import { Elapsed, RetryTime } from "./OperationState";
import { clickOf, operationLook, standingOf } from "./operation";
import { refreshingOf, refreshKey } from "./operationActions";
import { DETAIL, failedWords, words } from "./words";

/** One operation: how it stands, how long it takes, what began it. */
export function OperationDetail({ row }: { row: TrackedOperationView }) {
  const { operation, accountId } = row;
  const key = refreshKey(accountId, operation.id);
  const client = useQueryClient();
  useAlsoRefresh(() => perform(client, refreshingOf(row), undefined));
  const refreshing = useUnderWay(key);
  const failure = useFailure(key);
  const look = operationLook(operation);
  const context = { operation: row };
  return (
    <>
      <DetailHead title={operation.actionWord}>
        <LookPill look={look} />
        <ActionMenu about="operation" subject={row} label={DETAIL.more(operation.actionWord)} outlined />
      </DetailHead>
      <MutationRefusal failure={failure} title={words.refreshFailed} dismissible />
      <FailedNotice row={row} />
      {operation.status === "vanished" && (
        <Notice tone="warning" title={words.vanishedTitle}>
          {words.vanished}
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
  return (
    <Notice
      tone={standingOf(operation) === "failed" ? "danger" : "warning"}
      title={failedWords(operation.failures)}
    >
      {operation.error ? sentence(operation.error) : words.noReason}{" "}
      {operation.retryAt !== null && !operation.isOver && (
        <>
          {DETAIL.nextAttempt} <RetryTime accountId={accountId} at={operation.retryAt} />.
        </>
      )}
    </Notice>
  );
}

/** Where, when and by what click. */
function OperationFacts({ row }: { row: TrackedOperationView }) {
  const { operation, accountId, accountName, projectName, branchName, since, endedAt } = row;
  const { projectId, branchId, computeId } = operation;
  const tracked = useQuery(operationsQuery).data;
  const isTracked = tracked?.some((it) => it.accountId === accountId && it.operation.id === operation.id);
  const project = { screen: "project", account: accountId, id: projectId } as const;
  const facts = [
    { term: DETAIL.account, detail: accountName ?? accountId },
    {
      term: words.project,
      detail: (
        <Link to={project} className={styles.link ?? ""}>
          {projectName ?? projectId}
        </Link>
      ),
    },
    branchId !== null && {
      term: DETAIL.branch,
      detail: (
        <Link to={{ ...project, tab: "branches", branch: branchId }} className={styles.link ?? ""}>
          {branchName ?? branchId}
        </Link>
      ),
    },
    computeId !== null && {
      term: DETAIL.compute,
      detail: <CopyField label={DETAIL.computeId} value={computeId} />,
    },
    { term: DETAIL.startedBy, detail: clickOf(row) ?? words.startedElsewhere },
    { term: DETAIL.created, detail: <Instant at={operation.createdAt} clock={{ account: accountId }} /> },
    isTracked && { term: DETAIL.followed, detail: <Instant at={since} clock="here" /> },
    { term: DETAIL.lastChange, detail: <Instant at={operation.updatedAt} clock={{ account: accountId }} /> },
    endedAt !== null && { term: DETAIL.ended, detail: <Instant at={endedAt} clock="here" /> },
    { term: operation.isOver ? DETAIL.duration : DETAIL.elapsed, detail: <Elapsed row={row} /> },
    {
      term: DETAIL.operationId,
      detail: <CopyField label={DETAIL.operationIdValue} value={operation.id} />,
    },
    {
      term: DETAIL.status,
      detail: (
        <code data-selectable>
          {operation.action ?? DETAIL.noAction}, {operation.status}
        </code>
      ),
    },
  ];
  return <Facts facts={facts} />;
}
