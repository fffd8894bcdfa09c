import { useQuery } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { branchesQuery } from "@/data/queries";
import { AdvisorsCard } from "@/features/advisors/AdvisorsCard";
import { sizeWords, spanWords, suspendWords } from "@/features/base/computeSize";
import { ReadFailure } from "@/features/base/Failure";
import { type HistoryUse, historyUse, shortenedWords, usedWords } from "@/features/base/historyUse";
import { Instant } from "@/features/base/Instant";
import { Missing } from "@/features/base/Missing";
import { COMMON } from "@/features/base/words";
import { call } from "@/ipc/call";
import type { OperationView, ProjectView } from "@/ipc/generated";
import { AllFields } from "@/kit/data/AllFields";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { Pill, type Tone } from "@/kit/data/Pill";
import { Unbroken } from "@/kit/data/Unbroken";
import { Card } from "@/kit/layout/Card";
import { Link } from "@/kit/route/Link";
import { Skeleton } from "@/kit/state/Skeleton";
import { ConnectCard } from "./ConnectCard";
import { projectFields } from "./fields";
import { HistoryCard } from "./HistoryCard";
import styles from "./Overview.module.css";
import { UsageCard } from "./UsageCard";
import { useProject } from "./useProject";
import { connectionsWords, SUMMARY } from "./words";

/** How to connect, what is used, what is set, what happened last. */
export function OverviewTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const { project } = useProject(accountId, projectId);
  if (!project) return null;
  return (
    <div className={styles.overview}>
      <div className={styles.column}>
        <ConnectCard accountId={accountId} project={project} />
        <HistoryCard accountId={accountId} projectId={projectId} organizationId={project.organizationId} />
        <LastOperations accountId={accountId} projectId={projectId} />
        <AdvisorsCard accountId={accountId} projectId={projectId} />
      </div>
      <div className={styles.column}>
        <UsageCard accountId={accountId} project={project} />
        <SettingsSummary accountId={accountId} project={project} />
      </div>
    </div>
  );
}

/** What is set, with the way to where it is changed. */
function SettingsSummary({ accountId, project }: { accountId: string; project: ProjectView }) {
  const { historyRetentionSeconds: kept } = project;
  const history = historyUse(useQuery(branchesQuery(accountId, project.id)).data);
  const facts = [
    {
      term: COMMON.id,
      detail: <CopyField label={SUMMARY.projectId} value={project.id} />,
    },
    { term: COMMON.region, detail: project.regionId ?? <Missing /> },
    { term: SUMMARY.postgres, detail: project.pgVersion ?? <Missing /> },
    project.organization && {
      term: COMMON.organization,
      detail: project.organizationId ? (
        <Link
          className={styles.link}
          to={{ screen: "organization", account: accountId, id: project.organizationId }}
        >
          {project.organization}
        </Link>
      ) : (
        project.organization
      ),
    },
    { term: SUMMARY.computes, detail: <Unbroken>{sizeWords(project.computeSize)}</Unbroken> },
    { term: COMMON.suspendTimeout, detail: suspendWords(project.computeSize.suspendTimeoutSeconds) },
    {
      term: COMMON.restoreWindow,
      detail:
        kept === null ? <Missing /> : kept === 0 ? COMMON.none : <RestoreWindow {...{ kept, history }} />,
    },
    { term: SUMMARY.connections, detail: connectionsWords(project) },
    project.hipaa && { term: SUMMARY.hipaa, detail: SUMMARY.on },
    project.logicalReplication && { term: SUMMARY.replication, detail: SUMMARY.logical },
    project.storesPasswords === false && { term: SUMMARY.passwords, detail: SUMMARY.notStored },
    { term: COMMON.created, detail: <Instant at={project.createdAt} clock={{ account: accountId }} /> },
  ];
  return (
    <Card
      title={SUMMARY.title}
      tools={
        <Link
          className={styles.link}
          to={{ screen: "project", account: accountId, id: project.id, tab: "settings" }}
        >
          {SUMMARY.change}
        </Link>
      }
    >
      <Facts facts={facts} />
      <div className={styles.all}>
        <AllFields fields={projectFields(project, { account: accountId })} />
      </div>
    </Card>
  );
}

/** How far back it goes and, where the platform says so, what that takes and why it is shorter. */
function RestoreWindow({ kept, history }: { kept: number; history: HistoryUse | undefined }) {
  const span = spanWords(kept);
  if (history === undefined) return span;
  const shortened = shortenedWords(history);
  return (
    <>
      {SUMMARY.keptWith(span, usedWords(history))}
      {shortened && <div className="ui-faint">{shortened}</div>}
    </>
  );
}

/** How many are shown here; all of them have a tab of their own. */
const SHOWN = 5;

/** What the platform did last. */
function LastOperations({ accountId, projectId }: { accountId: string; projectId: string }) {
  const operations = useQuery({
    queryKey: [...keys.projectOperations(accountId, projectId), "last"],
    queryFn: () => call({ kind: "operationPage", accountId, projectId, cursor: null }),
  });
  const branches = useQuery(branchesQuery(accountId, projectId)).data;
  const last = operations.data?.items.slice(0, SHOWN);
  const all = { screen: "project", account: accountId, id: projectId, tab: "history" } as const;
  return (
    <Card
      title={SUMMARY.operations}
      tools={
        <Link className={styles.link} to={all}>
          {SUMMARY.openHistory}
        </Link>
      }
    >
      {operations.isPending && <Skeleton label={SUMMARY.loading} shape="text" count={SHOWN} />}
      <ReadFailure query={operations} title={SUMMARY.failed} />
      {last?.length === 0 && <p className="ui-faint">{SUMMARY.none}</p>}
      {last && last.length > 0 && (
        <ul className={styles.operations} aria-label={SUMMARY.operations}>
          {last.map((operation) => (
            <li key={operation.id}>
              <OperationLine
                accountId={accountId}
                operation={operation}
                branch={branches?.find(({ id }) => id === operation.branchId)?.name ?? operation.branchId}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface OperationLineProps {
  accountId: string;
  operation: OperationView;
  branch: string | null;
}

function OperationLine({ accountId, operation, branch }: OperationLineProps) {
  const { actionWord, statusWord, updatedAt, createdAt, error } = operation;
  const at = updatedAt ?? createdAt;
  return (
    <>
      <span className="ui-cut">
        {actionWord}
        {branch && <span className="ui-faint"> · {branch}</span>}
      </span>
      <Pill tone={toneOfOperation(operation)}>{statusWord}</Pill>
      <span className={styles.when}>{at && <Instant at={at} clock={{ account: accountId }} />}</span>
      {error && <span className={styles.fault}>{error}</span>}
    </>
  );
}

function toneOfOperation({ status, isOver }: OperationView): Tone {
  if (status === "failed" || status === "error") return "danger";
  if (status === "finished") return "ok";
  return isOver ? "off" : "progress";
}
