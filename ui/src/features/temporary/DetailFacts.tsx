import { counted } from "@/data/format";
import { isLive, serverLook } from "@/data/words";
import { Instant } from "@/features/base/Instant";
import type { SandboxView, ServerView, TemporaryView } from "@/ipc/generated";
import { ByteSize } from "@/kit/data/ByteSize";
import { formatBytes } from "@/kit/data/bytes";
import { Facts } from "@/kit/data/Facts";
import { FilePath } from "@/kit/data/FilePath";
import { Meter } from "@/kit/data/Meter";
import { Link } from "@/kit/route/Link";
import { useTimeLeft } from "@/kit/time/Countdown";
import { formatDate } from "@/kit/time/formatDate";
import { instantOf } from "@/time/clock";
import { claimedProjectOf, useClaimedProject } from "./claimed";
import styles from "./Detail.module.css";
import { serverOf } from "./rows";
import { FACTS } from "./words";

/** What is known about a database besides how to connect to it. */
export function DetailFacts({ row, sandbox }: { row: TemporaryView; sandbox: SandboxView | undefined }) {
  const server = serverOf(row, sandbox);
  const facts = [
    ...(isLive(row.state) ? usage(row, server) : []),
    { term: FACTS.replication, detail: row.logicalReplication ? FACTS.logical : FACTS.off },
    { term: FACTS.referrer, detail: row.reference || "–" },
    {
      term: FACTS.created,
      detail: <Instant at={row.createdAt} clock={{ ahead: row.clockOffsetMs }} />,
    },
    row.serviceKind === "thisMachine" &&
      isLive(row.state) && {
        term: FACTS.compute,
        detail: <ServerFact server={server} clockOffset={sandbox?.running?.clockOffsetMs ?? 0} />,
      },
    row.projectId && { term: FACTS.project, detail: <ProjectFact row={row} projectId={row.projectId} /> },
    row.env && {
      term: FACTS.envFile,
      detail: (
        <span data-testid="env-note">
          <FilePath path={row.env.path} />
          <span className="ui-faint-line">
            {FACTS.written(row.env.key, formatDate(row.env.writtenAt, 0))}
          </span>
        </span>
      ),
    },
    row.checkedAt && { term: FACTS.lastChecked, detail: <Instant at={row.checkedAt} clock="here" /> },
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
      term: FACTS.storage,
      detail: <UsageFact label={FACTS.storage} used={server?.storageBytes} limit={storage} row={row} />,
    },
    {
      term: FACTS.transfer,
      detail: <UsageFact label={FACTS.transfer} used={server?.transferBytes} limit={transfer} row={row} />,
    },
  ];
}

interface ServerFactProps {
  server: ServerView | undefined;
  /** Add to this machine's clock to get the sandbox's, in milliseconds. */
  clockOffset: number;
}

/** Whether the server behind a database on this machine runs, and until when. */
function ServerFact({ server, clockOffset }: ServerFactProps) {
  if (!server) return FACTS.stopped;
  const state = serverLook(server.state).word;
  if (server.state === "failed") return `${state}: ${server.error ?? FACTS.failed}`;
  if (server.state === "asleep") return `${state} · ${FACTS.startsOnConnect}`;
  if (server.connections > 0) return `${state} · ${counted(server.connections, "connection")}`;
  return (
    <>
      {state}
      {server.sleepsAt && <Sleeps at={instantOf(server.sleepsAt)} clockOffset={clockOffset} />}
    </>
  );
}

function Sleeps({ at, clockOffset }: { at: number; clockOffset: number }) {
  const left = useTimeLeft(at, clockOffset);
  return ` · ${left === 0 ? FACTS.suspending : FACTS.suspendsIn(left)}`;
}

interface UsageFactProps {
  label: string;
  /** Bytes, where they are measured at all. */
  used: number | undefined;
  /** Bytes; nothing where the plan of the account decides. */
  limit: number | undefined;
  row: TemporaryView;
}

/** How much of a limit is used, and whether anybody measures it. */
function UsageFact({ label, used, limit, row }: UsageFactProps) {
  if (limit === undefined || (row.state === "claimed" && row.serviceKind !== "thisMachine")) {
    return FACTS.plan;
  }
  if (used === undefined) {
    return (
      <>
        {FACTS.limit(formatBytes(limit))} <span className="ui-faint-small">· {FACTS.notReported}</span>
      </>
    );
  }
  const share = limit > 0 ? used / limit : 0;
  return (
    <>
      <ByteSize bytes={used} /> {FACTS.ofLimit(formatBytes(limit))}{" "}
      <span className="ui-faint-small">· {FACTS.notEnforced}</span>
      <Meter
        label={label}
        value={used}
        max={limit}
        text={FACTS.usage(formatBytes(used), formatBytes(limit))}
        tone={share >= 1 ? "danger" : share >= 0.8 ? "warning" : "accent"}
        className={styles.meter}
      />
    </>
  );
}

/** The project under a database: once it is claimed into an account that is connected here, by its name and with the way there. */
function ProjectFact({ row, projectId }: { row: TemporaryView; projectId: string }) {
  const at = claimedProjectOf(row);
  const project = useClaimedProject(row);
  if (!at || !project) return <code data-selectable>{projectId}</code>;
  return <Link to={{ screen: "project", account: at.accountId, id: projectId }}>{project.name}</Link>;
}
