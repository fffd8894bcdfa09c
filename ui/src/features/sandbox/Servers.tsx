import { sentence } from "@/data/format";
import { useFailure, useMutationSpec } from "@/data/mutation";
import { serverLook } from "@/data/words";
import { MutationRefusal } from "@/features/base/Failure";
import type { ServerView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { ByteSize } from "@/kit/data/ByteSize";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { LookPill } from "@/kit/data/Pill";
import { Tooltip } from "@/kit/overlay/Tooltip";
import { Link } from "@/kit/route/Link";
import { Notice } from "@/kit/state/Notice";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import { serverPowerKey, sleepingOf, wakingOf } from "./mutations";
import styles from "./Sandbox.module.css";
import { SERVERS } from "./words";

const COLUMNS: ReadonlyArray<Column<ServerView>> = [
  {
    id: "name",
    header: SERVERS.database,
    width: "minmax(140px, 1fr)",
    takes: ({ name }) => wordsWidth(name),
    cell: (server) => <ServerName server={server} />,
  },
  {
    id: "state",
    header: SERVERS.state,
    width: "132px",
    matters: true,
    cell: (server) => <ServerState server={server} />,
  },
  { id: "port", header: SERVERS.port, width: "64px", align: "end", cell: ({ port }) => <code>{port}</code> },
  {
    id: "size",
    header: SERVERS.size,
    width: "80px",
    align: "end",
    cell: ({ storageBytes }) => <ByteSize bytes={storageBytes} />,
  },
  {
    id: "transfer",
    header: SERVERS.transfer,
    width: "80px",
    align: "end",
    wideOnly: true,
    cell: ({ transferBytes }) => <ByteSize bytes={transferBytes} />,
  },
  {
    id: "connections",
    header: SERVERS.connections,
    width: "92px",
    align: "end",
    wideOnly: true,
    cell: ({ connections }) => connections,
  },
  {
    id: "power",
    header: SERVERS.actions,
    width: "104px",
    stays: true,
    cell: (server) => <ServerPower server={server} />,
  },
];

/** The real servers behind the sandbox's databases. */
export function Servers({ servers, maxRunning }: { servers: readonly ServerView[]; maxRunning: number }) {
  if (servers.length === 0) {
    return <p className={styles.quiet}>{SERVERS.none}</p>;
  }
  return (
    <>
      <div className={styles.serverFaults}>
        <p className={styles.quiet}>{SERVERS.room(maxRunning)}</p>
        {servers.map((server) => (
          <ServerFault key={server.endpointId} server={server} />
        ))}
      </div>
      <div className={styles.table}>
        <Table
          label={SERVERS.label}
          layout="sandbox.servers"
          columns={COLUMNS}
          rows={servers}
          rowKey={(server) => server.endpointId}
        />
      </div>
    </>
  );
}

/** A read-only one that runs says how far it is behind. */
function ServerState({ server: { state, behindBytes } }: { server: ServerView }) {
  const pill = <LookPill look={serverLook(state)} />;
  if (behindBytes === null) return pill;
  return <Tooltip text={SERVERS.behind(behindBytes)}>{pill}</Tooltip>;
}

/** The name leads to the temporary database, where the list has it. */
function ServerName({ server }: { server: ServerView }) {
  const name = (
    <span title={server.name}>
      <CutMiddle>{server.name}</CutMiddle>
    </span>
  );
  if (server.temporaryId === null) return <Tooltip text={SERVERS.notListed}>{name}</Tooltip>;
  return (
    <Link
      to={{ screen: "temporary", id: server.temporaryId }}
      className={styles.link ?? ""}
      title={server.name}
    >
      <CutMiddle>{server.name}</CutMiddle>
    </Link>
  );
}

/** Wakes a server or lets it sleep; a refusal is shown by `ServerFault`, above the table. */
function ServerPower({ server }: { server: ServerView }) {
  const wake = useMutationSpec(wakingOf(server.endpointId));
  const sleep = useMutationSpec(sleepingOf(server.endpointId));
  const up = server.state === "awake";
  const moving = server.state === "starting" || server.state === "stopping";
  return (
    <Button
      size="small"
      busy={wake.underWay || sleep.underWay || moving}
      aria-label={`${up ? SERVERS.suspend : SERVERS.start} ${server.name}`}
      onClick={() => void (up ? sleep.start() : wake.start())}
    >
      {up ? SERVERS.suspend : SERVERS.start}
    </Button>
  );
}

/** What a server refused, or died of: which one, and why. Nothing while all is well with it. */
function ServerFault({ server }: { server: ServerView }) {
  const refused = useFailure(serverPowerKey(server.endpointId));
  if (refused) {
    return <MutationRefusal failure={refused} title={SERVERS.refused(server.name)} dismissible />;
  }
  if (!server.error) return null;
  return (
    <Notice tone="danger" title={SERVERS.failed(server.name)}>
      {sentence(server.error)}
    </Notice>
  );
}
