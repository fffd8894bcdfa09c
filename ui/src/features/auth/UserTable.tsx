import { useMemo, useState } from "react";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { usePublish } from "@/kit/action/useActions";
import { Table } from "@/kit/table/Table";
import styles from "./Auth.module.css";
import { type UserRow, userColumns } from "./userColumns";

interface UserTableProps {
  accountId: string;
  rows: readonly UserRow[];
  /** How many there are in the whole table. */
  total: number;
  /** The user who was just made. */
  marked: string | undefined;
}

/** The users that were read, each with what can be done with the row. */
export function UserTable({ accountId, rows, total, marked }: UserTableProps) {
  const [chosen, setChosen] = useState<string>();
  const columns = useMemo(() => userColumns(accountId), [accountId]);
  const selected = chosen ?? marked;
  usePublish(
    "authUser",
    rows.find(({ user }) => user.id === selected),
  );
  return (
    <div className={styles.rows}>
      <Table
        label="Users"
        columns={columns}
        rows={rows}
        rowKey={({ user }) => user.id}
        selected={selected}
        onSelect={({ user }) => setChosen(user.id)}
        total={total}
        rowMenu={(row) => (
          <ActionMenu about="authUser" subject={row} label={`Actions for ${row.user.email ?? row.user.id}`} />
        )}
        contextMenu={(row) => <ActionMenuItems about="authUser" subject={row} />}
      />
    </div>
  );
}
