import { useQuery } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { branchesQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { Instant } from "@/features/base/Instant";
import { call } from "@/ipc/call";
import type { OperationView } from "@/ipc/generated";
import { Pill, type Tone } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import { Link } from "@/kit/route/Link";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Overview.module.css";

interface LastOperationsProps {
  accountId: string;
  projectId: string;
}

/** How many are shown here; all of them have a tab of their own. */
const SHOWN = 5;

/** What the platform did last. */
export function LastOperations({ accountId, projectId }: LastOperationsProps) {
  const operations = useQuery({
    queryKey: [...keys.projectOperations(accountId, projectId), "last"],
    queryFn: () => call.operationPage(accountId, projectId, null),
  });
  const branches = useQuery(branchesQuery(accountId, projectId)).data;
  const last = operations.data?.items.slice(0, SHOWN);
  const all = { screen: "project", account: accountId, id: projectId, tab: "operations" } as const;
  return (
    <Card
      title="Last operations"
      tools={
        <Link className={styles.link} to={all}>
          All operations
        </Link>
      }
    >
      {operations.isPending && <Skeleton label="the last operations" shape="text" count={SHOWN} />}
      {operations.error && (
        <Failure
          title="The operations could not be read"
          error={operations.error}
          onRetry={() => void operations.refetch()}
        />
      )}
      {last?.length === 0 && <p className={styles.aside}>Nothing was done here yet.</p>}
      {last && last.length > 0 && (
        <ul className={styles.operations} aria-label="Last operations">
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
      <span className={styles.what}>
        {actionWord}
        {branch && <span className={styles.aside}> · {branch}</span>}
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
