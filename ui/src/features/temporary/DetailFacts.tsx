import { localTime } from "@/data/format";
import type { SandboxView, TemporaryView } from "@/ipc/generated";
import { Facts } from "@/kit/data/Facts";
import { RelativeTime } from "@/kit/time/RelativeTime";
import styles from "./Detail.module.css";
import { ServerFact } from "./ServerFact";
import { serverOf } from "./shelf";
import { UsageFact } from "./UsageFact";

/** What is known about a database besides how to connect to it. */
export function DetailFacts({ row, sandbox }: { row: TemporaryView; sandbox: SandboxView | undefined }) {
  const server = serverOf(row, sandbox);
  const facts = [
    {
      term: "Storage",
      detail: (
        <UsageFact label="Storage" used={server?.storageBytes} limit={row.storageLimitBytes} row={row} />
      ),
    },
    {
      term: "Transfer",
      detail: (
        <UsageFact label="Transfer" used={server?.transferBytes} limit={row.transferLimitBytes} row={row} />
      ),
    },
    { term: "Replication", detail: row.logicalReplication ? "logical on" : "logical off" },
    { term: "Referrer", detail: row.reference || "–" },
    {
      term: "Created",
      detail: <RelativeTime instant={new Date(row.createdAt).getTime()} clockOffset={row.clockOffsetMs} />,
    },
    ...(row.placeKind === "thisMachine" ? [{ term: "Server", detail: <ServerFact server={server} /> }] : []),
    ...(row.projectId ? [{ term: "Project", detail: <code data-selectable>{row.projectId}</code> }] : []),
    ...(row.env
      ? [
          {
            term: "Env file",
            detail: (
              <span data-testid="env-note">
                <code data-selectable>{row.env.path}</code>
                <span className={styles.small}>
                  {row.env.key}, written {localTime(row.env.writtenAt)}
                </span>
              </span>
            ),
          },
        ]
      : []),
    ...(row.checkedAt
      ? [{ term: "Looked at", detail: <RelativeTime instant={new Date(row.checkedAt).getTime()} /> }]
      : []),
  ];
  return <Facts facts={facts} />;
}
