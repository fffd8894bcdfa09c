import { Link } from "@/kit/route/Link";
import styles from "./Keys.module.css";
import type { KeyTab } from "./useKeyTabs";

interface KeyTabsProps {
  tabs: readonly KeyTab[];
  chosen: KeyTab;
}

/** Whose keys are shown. */
export function KeyTabs({ tabs, chosen }: KeyTabsProps) {
  const own = tabs.find(({ id }) => id === null);
  const organizations = tabs.filter(({ id }) => id !== null);
  return (
    <nav className={styles.views} aria-label="Whose keys">
      {own && (
        <TabLink tab={own} chosen={chosen} name="Personal" title="The keys that you made for yourself" />
      )}
      {organizations.length > 0 && (
        <span className={styles.group}>{organizations.length === 1 ? "Organization" : "Organizations"}</span>
      )}
      {organizations.map((tab) => (
        <TabLink
          key={tab.id}
          tab={tab}
          chosen={chosen}
          name={`Organization ${tab.label}`}
          title={`${tab.label} (${tab.id})`}
        />
      ))}
    </nav>
  );
}

interface TabLinkProps {
  tab: KeyTab;
  chosen: KeyTab;
  /** For screen readers: an organization may be called anything, also Personal. */
  name: string;
  title: string;
}

function TabLink({ tab, chosen, name, title }: TabLinkProps) {
  return (
    <Link
      to={{ screen: "keys", ...(tab.id !== null && { tab: tab.id }) }}
      current={tab.id === chosen.id}
      className={styles.view}
      aria-label={name}
      title={title}
    >
      {tab.label}
    </Link>
  );
}
