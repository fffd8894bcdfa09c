import { useMemo, useState } from "react";
import { Instant } from "@/features/base/Instant";
import type { SyncedUsersView } from "@/ipc/generated";
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
import type { AuthUserSubject, OnIntegration } from "./subjects";
import { userWords as words } from "./words";

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
  const wanted = typed.trim();
  const rows = useMemo(() => fitting(at, view, wanted, marked), [at, view, wanted, marked]);
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
          title={words.empty}
          actions={<ActionButton action="auth.newUser" context={{ auth: at }} />}
        >
          {words.emptyAbout}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <div className={styles.found}>
        <SearchInput label={words.search} placeholder={words.searchHint} value={typed} onChange={setTyped} />
        {isPart && wanted !== "" && wanted !== searched && (
          <Button size="small" icon="search" busy={busy} onClick={() => onSearch(wanted)}>
            {words.searchAll}
          </Button>
        )}
        {searched !== undefined && (
          <Button size="small" busy={busy} onClick={showNewest}>
            {words.newest}
          </Button>
        )}
        <Reading view={view} shown={rows.length} />
        <CopyJson value={rows.map(({ user }) => user)} label={words.label} />
      </div>
      {rows.length === 0 ? (
        <NothingFits>{words.noMatches}</NothingFits>
      ) : (
        <UserTable at={at} rows={rows} filter={wanted} total={view.total} marked={marked} />
      )}
    </>
  );
}

function Reading({ view, shown }: { view: SyncedUsersView; shown: number }) {
  return (
    <span className={styles.count} role="status">
      {words.shown(shown, view.total)} <Instant at={view.readAt} clock="here" />
    </span>
  );
}

function fitting(
  at: OnIntegration,
  view: SyncedUsersView,
  typed: string,
  marked: string | undefined,
): readonly UserRow[] {
  const wanted = typed.toLowerCase();
  return view.rows
    .filter(({ id, email, name }) => [id, email, name].some((each) => each?.toLowerCase().includes(wanted)))
    .map((user) => ({ at, user, isNew: user.id === marked }));
}

interface UserTableProps {
  at: OnIntegration;
  rows: readonly UserRow[];
  filter: string;
  /** How many there are in the whole table. */
  total: number;
  /** The user who was just made. */
  marked: string | undefined;
}

/** The users that were read, each with what can be done with the row. */
function UserTable({ at, rows, filter, total, marked }: UserTableProps) {
  const [chosen, setChosen] = useState<string>();
  const { accountId, branchId } = at;
  const columns = useMemo(() => {
    const all = userColumns(accountId);
    return branchId == null ? all.filter(({ id }) => id !== "roles") : all;
  }, [accountId, branchId]);
  const selected = chosen ?? marked;
  usePublish(
    "authUser",
    rows.find(({ user }) => user.id === selected),
  );
  return (
    <div className="ui-table-box">
      <Table
        label={words.title}
        layout="auth.users"
        columns={columns}
        rows={rows}
        rowKey={({ user }) => user.id}
        selected={selected}
        onSelect={({ user }) => setChosen(user.id)}
        arrangement={[filter]}
        total={total}
        {...MENUS}
      />
    </div>
  );
}

/** A user as the table shows it. */
interface UserRow extends AuthUserSubject {
  /** Made a moment ago. */
  isNew: boolean;
}

/** How wide the mark of a new user is, with the gap before it. */
const NEW_MARK = 46;

const userColumns = (accountId: string): ReadonlyArray<Column<UserRow>> => [
  {
    id: "email",
    header: words.email,
    width: "minmax(180px, 1.4fr)",
    takes: ({ user, isNew }) => wordsWidth(user.email ?? words.noEmail, "", isNew ? NEW_MARK : 0),
    cell: ({ user, isNew }) => (
      <span className={styles.marked}>
        <RowName name={user.email ?? words.noEmail} />
        {isNew && <Tag>{words.isNew}</Tag>}
      </span>
    ),
  },
  {
    id: "name",
    header: words.name,
    width: "minmax(100px, 1fr)",
    cell: ({ user }) => user.name ?? <span className="ui-muted-small">{words.noName}</span>,
  },
  {
    id: "roles",
    header: words.roles,
    width: "minmax(80px, 0.7fr)",
    cell: ({ user }) =>
      user.roles.length > 0 ? user.roles.join(", ") : <span className="ui-muted-small">{words.noRoles}</span>,
  },
  {
    id: "id",
    header: words.id,
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
    header: words.created,
    width: "110px",
    cell: ({ user }) => <Instant at={user.createdAt} clock={{ account: accountId }} />,
  },
];

const MENUS = rowMenus("authUser", (row) => row.user.email ?? row.user.id);
