import { Missing } from "@/features/base/Missing";
import type { AccountView } from "@/ipc/generated";
import { Dot } from "@/kit/data/Dot";
import { Icon } from "@/kit/icon/Icon";
import type { Column } from "@/kit/table/columns";
import styles from "./Projects.module.css";
import type { ProjectRow } from "./rows";
import { words } from "./words";

/** Whose list a row is from, with its colour and lock. */
export function accountColumn(accounts: ReadonlyMap<string, AccountView>): Column<ProjectRow> {
  return {
    id: "account",
    header: words.account,
    width: "minmax(104px, 148px)",
    sortable: true,
    stays: true,
    cell: ({ accountId }) => <AccountCell account={accounts.get(accountId)} />,
  };
}

function AccountCell({ account: found }: { account: AccountView | undefined }) {
  if (!found) return <Missing />;
  return (
    <span className={styles.marks} title={found.isReadOnly ? words.readOnly(found.name) : found.name}>
      <Dot colour={found.colour} />
      <span className={styles.words}>{found.name}</span>
      {found.isReadOnly && (
        <>
          <Icon name="lock" className={styles.lock} />
          <span className="visually-hidden">{words.locked}</span>
        </>
      )}
    </span>
  );
}
