import { isLive } from "@/data/words";
import { Instant } from "@/features/base/Instant";
import type { SandboxView, ServerView, TemporaryView } from "@/ipc/generated";
import { Facts } from "@/kit/data/Facts";
import { FilePath } from "@/kit/data/FilePath";
import { formatDate } from "@/kit/time/formatDate";
import styles from "./Detail.module.css";
import { ProjectFact } from "./ProjectFact";
import { ServerFact } from "./ServerFact";
import { serverOf } from "./shelf";
import { UsageFact } from "./UsageFact";

/** What is known about a database besides how to connect to it. */
export function DetailFacts({ row, sandbox }: { row: TemporaryView; sandbox: SandboxView | undefined }) {
  const server = serverOf(row, sandbox);
  const facts = [
    ...(isLive(row.state) ? usage(row, server) : []),
    { term: "Replication", detail: row.logicalReplication ? "logical on" : "logical off" },
    { term: "Referrer", detail: row.reference || "–" },
    {
      term: "Created",
      detail: <Instant at={row.createdAt} clock={{ ahead: row.clockOffsetMs }} />,
    },
    ...(row.placeKind === "thisMachine" && isLive(row.state)
      ? [
          {
            term: "Server",
            detail: <ServerFact server={server} clockOffset={sandbox?.running?.clockOffsetMs ?? 0} />,
          },
        ]
      : []),
    ...(row.projectId
      ? [{ term: "Project", detail: <ProjectFact row={row} projectId={row.projectId} /> }]
      : []),
    ...(row.env
      ? [
          {
            term: "Env file",
            detail: (
              <span data-testid="env-note">
                <FilePath path={row.env.path} />
                <span className={styles.small}>
                  {row.env.key}, written {formatDate(row.env.writtenAt, 0)}
                </span>
              </span>
            ),
          },
        ]
      : []),
    ...(row.checkedAt ? [{ term: "Looked at", detail: <Instant at={row.checkedAt} clock="here" /> }] : []),
  ];
  return <Facts facts={facts} />;
}

function usage(row: TemporaryView, server: ServerView | undefined) {
  // What is claimed is held to its account's limits, which its server knows; the row knows those of an unclaimed one.
  const claimed = row.state === "claimed";
  const storage = claimed ? server?.storageLimitBytes : row.storageLimitBytes;
  const transfer = claimed ? server?.transferLimitBytes : row.transferLimitBytes;
  return [
    {
      term: "Storage",
      detail: <UsageFact label="Storage" used={server?.storageBytes} limit={storage} row={row} />,
    },
    {
      term: "Transfer",
      detail: <UsageFact label="Transfer" used={server?.transferBytes} limit={transfer} row={row} />,
    },
  ];
}
