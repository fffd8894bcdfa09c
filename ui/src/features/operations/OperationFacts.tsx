import { Instant } from "@/features/base/Instant";
import type { TrackedOperationView } from "@/ipc/generated";
import { CopyField } from "@/kit/data/CopyField";
import { writeClipboard } from "@/kit/data/clipboard";
import { Facts } from "@/kit/data/Facts";
import { Link } from "@/kit/route/Link";
import { Elapsed } from "./Elapsed";
import styles from "./Operations.module.css";
import { clickOf } from "./words";

/** Where, when and by what click. */
export function OperationFacts({ row }: { row: TrackedOperationView }) {
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
