import { Instant } from "@/features/base/Instant";
import type { DatabaseView } from "@/ipc/generated";
import { type Column, wordsWidth } from "@/kit/table/columns";
import styles from "./Data.module.css";

export const databaseColumns = (accountId: string): ReadonlyArray<Column<DatabaseView>> => [
  {
    id: "name",
    header: "Name",
    width: "minmax(160px, 1.4fr)",
    takes: ({ name }) => wordsWidth(name),
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
    cell: ({ updatedAt }) => <Instant at={updatedAt} clock={{ account: accountId }} />,
  },
  {
    id: "created",
    header: "Created",
    width: "110px",
    cell: ({ createdAt }) => <Instant at={createdAt} clock={{ account: accountId }} />,
  },
];
