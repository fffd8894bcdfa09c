import type { DatabaseView } from "@/ipc/generated";
import type { Column } from "@/kit/table/columns";
import { RelativeTime } from "@/kit/time/RelativeTime";
import styles from "./Data.module.css";

export const DATABASE_COLUMNS: ReadonlyArray<Column<DatabaseView>> = [
  {
    id: "name",
    header: "Name",
    width: "minmax(160px, 1.4fr)",
    cell: ({ name }) => (
      <span className={styles.name} title={name}>
        {name}
      </span>
    ),
  },
  {
    id: "owner",
    header: "Owner",
    width: "minmax(120px, 1fr)",
    cell: ({ owner }) => (
      <span className={styles.cut} title={owner}>
        {owner}
      </span>
    ),
  },
  {
    id: "updated",
    header: "Changed",
    width: "110px",
    wideOnly: true,
    cell: ({ updatedAt }) => <When instant={updatedAt} />,
  },
  { id: "created", header: "Created", width: "110px", cell: ({ createdAt }) => <When instant={createdAt} /> },
];

/** A moment that the platform may not tell. */
export function When({ instant }: { instant: string | null }) {
  if (instant === null) return <span className={styles.quiet}>not told</span>;
  return <RelativeTime instant={new Date(instant).getTime()} />;
}
