import { listed } from "@/data/format";
import { Instant } from "@/features/base/Instant";
import { type Column, wordsWidth } from "@/kit/table/columns";
import styles from "./Data.module.css";
import type { RoleSubject } from "./places";
import { loginWord } from "./words";

export const ROLE_COLUMNS: ReadonlyArray<Column<RoleSubject>> = [
  {
    id: "name",
    header: "Name",
    width: "minmax(160px, 1.4fr)",
    takes: ({ role }) => wordsWidth(role.name),
    cell: ({ role }) => (
      <span className={styles.name} title={role.name}>
        {role.name}
      </span>
    ),
  },
  {
    id: "owns",
    header: "Owns",
    width: "minmax(120px, 1fr)",
    cell: ({ owns }) =>
      owns?.length ? (
        <span className={styles.cut} title={owns.join(", ")}>
          {listed(owns)}
        </span>
      ) : (
        <span className={styles.quiet}>no database</span>
      ),
  },
  {
    id: "login",
    header: "Logs in by",
    width: "150px",
    cell: ({ role }) => (role.isProtected ? "Belongs to the platform" : loginWord(role)),
  },
  {
    id: "created",
    header: "Created",
    width: "110px",
    cell: ({ accountId, role }) => <Instant at={role.createdAt} clock={{ account: accountId }} />,
  },
];
