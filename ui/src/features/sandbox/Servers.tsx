import { serverLook } from "@/data/words";
import type { ServerView } from "@/ipc/generated";
import { ByteSize } from "@/kit/data/ByteSize";
import { Pill } from "@/kit/data/Pill";
import type { Column } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import styles from "./Sandbox.module.css";
import { ServerFault } from "./ServerFault";
import { ServerName } from "./ServerName";
import { ServerPower } from "./ServerPower";

const COLUMNS: ReadonlyArray<Column<ServerView>> = [
  {
    id: "name",
    header: "Database",
    width: "minmax(140px, 1fr)",
    cell: (server) => <ServerName server={server} />,
  },
  {
    id: "state",
    header: "State",
    width: "132px",
    cell: ({ state }) => {
      const look = serverLook(state);
      return <Pill tone={look.tone}>{look.word}</Pill>;
    },
  },
  { id: "port", header: "Port", width: "64px", align: "end", cell: ({ port }) => <code>{port}</code> },
  {
    id: "size",
    header: "Size",
    width: "80px",
    align: "end",
    cell: ({ storageBytes }) => <ByteSize bytes={storageBytes} />,
  },
  {
    id: "transfer",
    header: "Transfer",
    width: "80px",
    align: "end",
    wideOnly: true,
    cell: ({ transferBytes }) => <ByteSize bytes={transferBytes} />,
  },
  {
    id: "connections",
    header: "Connections",
    width: "92px",
    align: "end",
    wideOnly: true,
    cell: ({ connections }) => connections,
  },
  {
    id: "power",
    header: "Power",
    width: "104px",
    stays: true,
    cell: (server) => <ServerPower server={server} />,
  },
];

/** The real servers behind the sandbox's databases. */
export function Servers({ servers }: { servers: readonly ServerView[] }) {
  if (servers.length === 0) {
    return <p className={styles.quiet}>No server yet: each database made here gets one of its own.</p>;
  }
  return (
    <>
      <div className={styles.serverFaults}>
        {servers.map((server) => (
          <ServerFault key={server.endpointId} server={server} />
        ))}
      </div>
      <div className={styles.table}>
        <Table
          label="Servers of the sandbox"
          columns={COLUMNS}
          rows={servers}
          rowKey={(server) => server.endpointId}
        />
      </div>
    </>
  );
}
