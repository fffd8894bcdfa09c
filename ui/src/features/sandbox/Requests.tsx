import { useQuery } from "@tanstack/react-query";
import { milliseconds } from "@/data/format";
import { sandboxQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import type { RequestView } from "@/ipc/generated";
import { Pill } from "@/kit/data/Pill";
import { Skeleton } from "@/kit/state/Skeleton";
import type { Column } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import { requestsQuery } from "./queries";
import styles from "./Sandbox.module.css";
import { REQUESTS } from "./words";

interface Numbered extends RequestView {
  number: number;
}

const COLUMNS: ReadonlyArray<Column<Numbered>> = [
  {
    id: "request",
    header: REQUESTS.request,
    width: "minmax(200px, 1fr)",
    cell: ({ method, route }) => (
      <code>
        {method} {route}
      </code>
    ),
  },
  {
    id: "status",
    header: REQUESTS.status,
    width: "92px",
    cell: ({ status }) => (
      <Pill tone={status < 400 ? "ok" : status < 500 ? "warning" : "danger"}>{status}</Pill>
    ),
  },
  {
    id: "took",
    header: REQUESTS.duration,
    width: "72px",
    align: "end",
    cell: (request) => milliseconds(request.milliseconds),
  },
  {
    id: "at",
    header: REQUESTS.when,
    width: "104px",
    align: "end",
    cell: ({ at }) => <RequestTime at={at} />,
  },
];

/** The log is kept by the sandbox's own clock. */
function RequestTime({ at }: { at: string }) {
  const ahead = useQuery(sandboxQuery).data?.running?.clockOffsetMs ?? 0;
  return <Instant at={at} clock={{ ahead }} />;
}

/** What the sandbox was asked last, newest first. Ids are left out of the routes: they are secrets. */
export function Requests() {
  const requests = useQuery(requestsQuery);
  if (requests.error) {
    return <ReadFailure query={requests} title={REQUESTS.unread} />;
  }
  if (!requests.data) return <Skeleton label={REQUESTS.loading} count={3} />;
  if (requests.data.length === 0) return <p className={styles.quiet}>{REQUESTS.none}</p>;
  const rows = requests.data.map((request, index) => ({ ...request, number: index }));
  return (
    <div className={styles.table}>
      <Table
        label={REQUESTS.title}
        layout="sandbox.requests"
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => `${row.at}-${row.number}`}
      />
    </div>
  );
}
