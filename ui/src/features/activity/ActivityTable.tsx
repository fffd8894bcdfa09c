import type { ReactNode } from "react";
import { outcomeLook } from "@/data/words";
import { RequestId } from "@/features/RequestId";
import type { ActivityView } from "@/ipc/generated";
import { Pill } from "@/kit/data/Pill";
import { useRouter } from "@/kit/route/useRouter";
import type { Column } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { RelativeTime } from "@/kit/time/RelativeTime";
import styles from "./Activity.module.css";

const COLUMNS: ReadonlyArray<Column<ActivityView>> = [
  {
    id: "action",
    header: "What",
    width: "minmax(200px, 1.2fr)",
    cell: ({ action, subject, place }) => (
      <RowName name={action} detail={[subject, place].filter(Boolean).join(" · ")} />
    ),
  },
  {
    id: "outcome",
    header: "How it ended",
    width: "110px",
    cell: ({ outcome }) => {
      const look = outcomeLook(outcome);
      return <Pill tone={look.tone}>{look.word}</Pill>;
    },
  },
  {
    id: "detail",
    header: "Detail",
    width: "minmax(120px, 1fr)",
    cell: ({ detail }) => <span className={styles.detail}>{detail}</span>,
  },
  {
    id: "request",
    header: "Request id",
    width: "170px",
    wideOnly: true,
    cell: ({ requestId }) =>
      requestId ? <RequestId id={requestId} /> : <span className={styles.quiet}>–</span>,
  },
  {
    id: "at",
    header: "When",
    width: "96px",
    align: "end",
    cell: ({ at }) => <RelativeTime instant={new Date(at).getTime()} />,
  },
];

interface ActivityTableProps {
  rows: readonly ActivityView[];
  footer: ReactNode;
}

/** Enter or a double click on an entry leads to the database it is about, while that is on the shelf. */
export function ActivityTable({ rows, footer }: ActivityTableProps) {
  const router = useRouter();
  return (
    <Table
      label="Activity"
      tall
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.id}
      onOpen={({ temporaryId }) => {
        if (temporaryId) router.go({ screen: "temporary", id: temporaryId });
      }}
      footer={footer}
    />
  );
}
