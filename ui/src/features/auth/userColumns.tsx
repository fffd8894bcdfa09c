import { Instant } from "@/features/base/Instant";
import type { SyncedUserView } from "@/ipc/generated";
import { Pill } from "@/kit/data/Pill";
import type { Column } from "@/kit/table/columns";
import styles from "./Auth.module.css";

/** A user as the table shows it. */
export interface UserRow {
  user: SyncedUserView;
  /** Made a moment ago. */
  isNew: boolean;
}

export const userColumns = (accountId: string): ReadonlyArray<Column<UserRow>> => [
  {
    id: "email",
    header: "Email",
    width: "minmax(180px, 1.4fr)",
    cell: ({ user, isNew }) => (
      <span className={styles.marked}>
        <span className={styles.name} title={user.email ?? undefined}>
          {user.email ?? "No address"}
        </span>
        {isNew && <Pill tone="ok">New</Pill>}
      </span>
    ),
  },
  {
    id: "name",
    header: "Name",
    width: "minmax(100px, 1fr)",
    cell: ({ user }) => user.name ?? <span className={styles.quiet}>none</span>,
  },
  {
    id: "id",
    header: "Id",
    width: "minmax(100px, 1fr)",
    wideOnly: true,
    cell: ({ user }) => (
      <span className={styles.mono} title={user.id}>
        {user.id}
      </span>
    ),
  },
  {
    id: "created",
    header: "Created",
    width: "110px",
    cell: ({ user }) => <Instant at={user.createdAt} clock={{ account: accountId }} />,
  },
];
