import { useQuery } from "@tanstack/react-query";
import { accountsQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import type { AccountView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenus } from "@/kit/action/rowMenus";
import { CopyJson } from "@/kit/data/CopyJson";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { Dot } from "@/kit/data/Dot";
import { LookPill } from "@/kit/data/Pill";
import { Icon } from "@/kit/icon/Icon";
import { openDialog } from "@/kit/overlay/dialogs";
import { Skeleton } from "@/kit/state/Skeleton";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import styles from "./Account.module.css";
import { accountLook, keyKindWord, MARKED, platformWord, TABLE } from "./words";

/** The pixels that the dot before a name and the lock after it take. */
const SIGNS = 36;

const COLUMNS: ReadonlyArray<Column<AccountView>> = [
  {
    id: "name",
    header: TABLE.account,
    width: "minmax(150px, 1.2fr)",
    takes: (account) => wordsWidth(account.name, marks(account), SIGNS),
    cell: (account) => <RowName name={<Name account={account} />} detail={marks(account)} />,
  },
  {
    id: "where",
    header: TABLE.platform,
    width: "minmax(120px, 1.2fr)",
    cell: (account) => <RowName name={platformWord(account)} detail={account.baseUrl ?? TABLE.noAddress} />,
  },
  {
    id: "key",
    header: TABLE.key,
    width: "minmax(110px, 1fr)",
    cell: (account) => <RowName name={keyOf(account)} detail={account.owner ?? undefined} />,
  },
  {
    id: "state",
    header: TABLE.state,
    width: "120px",
    cell: ({ state }) => <LookPill look={accountLook(state)} />,
  },
];

/** The kind of an account's key. Plinth makes the key of its own sandbox, which no platform tells about. */
function keyOf({ keyKind, isOwn, state }: AccountView): string {
  if (keyKind) return keyKindWord(keyKind);
  if (state === "keyMissing") return TABLE.noKey;
  return isOwn ? COMMON.notReported : TABLE.ownKey;
}

/** Every account with what can be done about it: the settings' first section. */
export function AccountsTable() {
  const accounts = useQuery(accountsQuery);
  const rows = accounts.data ?? [];
  return (
    <>
      <ReadFailure query={accounts} title={TABLE.unread} />
      {accounts.isPending && <Skeleton label={TABLE.loading} count={2} />}
      {rows.length > 0 && (
        <div className={styles.table}>
          <Table
            label={TABLE.label}
            layout="accounts"
            tall
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => openDialog({ dialog: "editAccount", id })}
            {...MENUS}
          />
        </div>
      )}
      {accounts.data && rows.length === 0 && <p className={styles.quiet}>{TABLE.empty}</p>}
      <div className="ui-wrapping">
        <ActionButton action="account.connect" size="small" icon="plus" />
        {rows.length > 0 && <CopyJson value={rows} label={TABLE.json} />}
      </div>
    </>
  );
}

function Name({ account }: { account: AccountView }) {
  return (
    <span className={styles.name}>
      <Dot colour={account.colour} />
      <span className={styles.word} title={account.name}>
        <CutMiddle>{account.name}</CutMiddle>
      </span>
      {account.isReadOnly && <Icon name="lock" className={styles.sign} />}
    </span>
  );
}

function marks({ isCurrent, isProduction, isReadOnly }: AccountView): string | undefined {
  const marked = [
    isCurrent && MARKED.current,
    isProduction && MARKED.production,
    isReadOnly && MARKED.readOnly,
  ];
  return marked.filter(Boolean).join(" · ") || undefined;
}

const MENUS = rowMenus("account", (account) => account.name);
