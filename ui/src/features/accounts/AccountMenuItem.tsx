import type { AccountView } from "@/ipc/generated";
import { Dot } from "@/kit/data/Dot";
import { Icon } from "@/kit/icon/Icon";
import { MenuItem } from "@/kit/overlay/MenuItem";
import styles from "./Account.module.css";
import { accountLine } from "./words";

interface AccountMenuItemProps {
  account: AccountView;
  shortcut: string | undefined;
  onSelect(): void;
}

/** One account of the switcher's menu: whose it is, where, how it stands. */
export function AccountMenuItem({ account, shortcut, onSelect }: AccountMenuItemProps) {
  const paused = account.state === "unauthorized" || account.state === "keyMissing";
  return (
    <MenuItem
      sign={<Dot colour={account.colour} />}
      checked={account.isCurrent}
      shortcut={shortcut}
      onSelect={onSelect}
    >
      <span className={styles.name}>
        {account.name}
        {account.isReadOnly && <Icon name="lock" className={styles.sign} />}
        {paused && <Icon name="alert" className={styles.paused} />}
      </span>
      <small className="ui-faint-line">{accountLine(account)}</small>
    </MenuItem>
  );
}
