import { Link } from "@/kit/route/Link";
import styles from "./Keys.module.css";
import type { KeyTab } from "./useKeyTabs";

interface KeyTabsProps {
  tabs: readonly KeyTab[];
  chosen: KeyTab;
}

/** Whose keys are shown. */
export function KeyTabs({ tabs, chosen }: KeyTabsProps) {
  return (
    <nav className={styles.views} aria-label="Whose keys">
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to={{ screen: "keys", ...(tab.id !== null && { tab: tab.id }) }}
          current={tab.id === chosen.id}
          className={styles.view}
          title={tab.id === null ? "The keys that you made for yourself" : `${tab.label} (${tab.id})`}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
