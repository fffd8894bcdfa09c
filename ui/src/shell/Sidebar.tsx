import type { ReactNode } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import type { IconName } from "@/kit/icon/paths";
import { NARROW, useMedia } from "@/kit/layout/useMedia";
import { Tooltip } from "@/kit/overlay/Tooltip";
import { Link } from "@/kit/route/Link";
import type { Route } from "@/kit/route/route";
import { HelpButton } from "./HelpButton";
import styles from "./Sidebar.module.css";
import { FRAME } from "./words";

export interface NavItem {
  to: Route;
  label: string;
  icon: IconName;
  /** A count or a short word at the end of the line; `countLabel` says it whole for screen readers. */
  count?: string | undefined;
  countLabel?: string | undefined;
}

interface SidebarProps {
  /** The switcher of accounts or places at the top. */
  switcher: ReactNode;
  items: readonly NavItem[];
  /** Above the bottom items: the request budget. */
  meter?: ReactNode;
  bottom: readonly NavItem[];
  /** The screen that is shown. */
  current: string;
}

export function Sidebar({ switcher, items, meter, bottom, current }: SidebarProps) {
  return (
    <nav className={styles.sidebar} aria-label={FRAME.main}>
      <div className={styles.switcher}>{switcher}</div>
      <NavList items={items} current={current} />
      <span className="ui-space" />
      {meter && (
        <div className={styles.meter} data-live>
          {meter}
        </div>
      )}
      <NavList items={bottom} current={current} last={<HelpButton />} />
    </nav>
  );
}

interface NavListProps {
  items: readonly NavItem[];
  current: string;
  /** Beside the last item. */
  last?: ReactNode;
}

function NavList({ items, current, last }: NavListProps) {
  return (
    <ul className={styles.list}>
      {items.map((item, index) => (
        <li key={item.to.screen} className={styles.entry}>
          <NavLink item={item} on={item.to.screen === current} />
          {index === items.length - 1 && last}
        </li>
      ))}
    </ul>
  );
}

function NavLink({ item, on }: { item: NavItem; on: boolean }) {
  const narrow = useMedia(NARROW);
  return (
    <Tooltip text={narrow ? item.label : undefined} side="right">
      <Link to={item.to} current={on} className={cx(styles.item, on && styles.on)}>
        <Icon name={item.icon} />
        <span className={styles.label}>{item.label}</span>
        {item.count && (
          <span className={styles.count}>
            <span aria-hidden={item.countLabel !== undefined}>{item.count}</span>
            {item.countLabel && <span className="visually-hidden">{item.countLabel}</span>}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
