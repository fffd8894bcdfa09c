import { useMemo, useState } from "react";
import { counted, grouped } from "@/data/format";
import { Instant } from "@/features/base/Instant";
import type { SyncedUsersView, SyncedUserView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenus } from "@/kit/action/rowMenus";
import { usePublish } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { SearchInput } from "@/kit/control/SearchInput";
import { CopyJson } from "@/kit/data/CopyJson";
import { Tag } from "@/kit/data/Tag";
import { EmptyState } from "@/kit/state/EmptyState";
import { NothingFits } from "@/kit/state/NothingFits";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import styles from "./Auth.module.css";
import type { OnIntegration } from "./places";

interface UsersFoundProps {
  at: OnIntegration;
  view: SyncedUsersView;
  /** What the table itself was searched for. */
  searched: string | undefined;
  /** The user who was just made. */
  marked: string | undefined;
  busy: boolean;
  /** Searches the whole table; reads everybody without a word. */
  onSearch(search: string | undefined): void;
}

/** What was read of the users' table, how much of it there is, and how old the reading is. */
export function UsersFound(props: UsersFoundProps) {
  const { at, view, searched, marked, busy, onSearch } = props;
  const [typed, setTyped] = useState(searched ?? "");
  const words = typed.trim();
  const rows = useMemo(() => fitting(view, words, marked), [view, words, marked]);
  const isPart = view.total > view.rows.length || searched !== undefined;
  const showNewest = () => {
    setTyped("");
    onSearch(undefined);
  };
  if (view.rows.length === 0 && searched === undefined) {
    return (
      <>
        <Reading view={view} shown={0} />
        <EmptyState
          icon="user"
          title="No users yet"
          actions={<ActionButton action="auth.newUser" context={{ auth: at }} />}
        >
          Users who sign up in your app, or whom you create here, appear in this table.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <div className={styles.found}>
        <SearchInput label="Search users" placeholder="Email, name or ID" value={typed} onChange={setTyped} />
        {isPart && words !== "" && words !== searched && (
          <Button size="small" icon="search" busy={busy} onClick={() => onSearch(words)}>
            Search whole table
          </Button>
        )}
        {searched !== undefined && (
          <Button size="small" busy={busy} onClick={showNewest}>
            Show newest
          </Button>
        )}
        <Reading view={view} shown={rows.length} />
        <CopyJson value={rows.map(({ user }) => user)} label="users" />
      </div>
      {rows.length === 0 ? (
        <NothingFits>No matches</NothingFits>
      ) : (
        <UserTable accountId={at.accountId} rows={rows} total={view.total} marked={marked} />
      )}
    </>
  );
}

function Reading({ view, shown }: { view: SyncedUsersView; shown: number }) {
  const all = counted(view.total, "user");
  return (
    <span className={styles.count} role="status">
      {shown === view.total ? all : `${grouped(shown)} of ${all}`}, last checked{" "}
      <Instant at={view.readAt} clock="here" />
    </span>
  );
}

function fitting(view: SyncedUsersView, words: string, marked: string | undefined): readonly UserRow[] {
  const wanted = words.toLowerCase();
  return view.rows
    .filter(({ id, email, name }) => [id, email, name].some((each) => each?.toLowerCase().includes(wanted)))
    .map((user) => ({ user, isNew: user.id === marked }));
}

interface UserTableProps {
  accountId: string;
  rows: readonly UserRow[];
  /** How many there are in the whole table. */
  total: number;
  /** The user who was just made. */
  marked: string | undefined;
}

/** The users that were read, each with what can be done with the row. */
function UserTable({ accountId, rows, total, marked }: UserTableProps) {
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
        layout="auth.users"
        columns={columns}
        rows={rows}
        rowKey={({ user }) => user.id}
        selected={selected}
        onSelect={({ user }) => setChosen(user.id)}
        total={total}
        {...rowMenus("authUser", (row) => row.user.email ?? row.user.id)}
      />
    </div>
  );
}

/** A user as the table shows it. */
interface UserRow {
  user: SyncedUserView;
  /** Made a moment ago. */
  isNew: boolean;
}

/** The pixels that the word for a new user takes, with the gap before it. */
const NEW = 46;

const userColumns = (accountId: string): ReadonlyArray<Column<UserRow>> => [
  {
    id: "email",
    header: "Email",
    width: "minmax(180px, 1.4fr)",
    takes: ({ user, isNew }) => wordsWidth(user.email ?? "No email", "", isNew ? NEW : 0),
    cell: ({ user, isNew }) => (
      <span className={styles.marked}>
        <RowName name={user.email ?? "No email"} />
        {isNew && <Tag>New</Tag>}
      </span>
    ),
  },
  {
    id: "name",
    header: "Name",
    width: "minmax(100px, 1fr)",
    cell: ({ user }) => user.name ?? <span className="ui-muted-small">none</span>,
  },
  {
    id: "id",
    header: "ID",
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
