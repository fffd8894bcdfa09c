import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { cx } from "@/kit/cx";
import styles from "./Tabs.module.css";

interface TabsProps<Value extends string> {
  label: string;
  tabs: ReadonlyArray<{ value: Value; label: string; panel: ReactNode }>;
  value: Value;
  onChange(value: NoInfer<Value>): void;
  /**
   * `card`: small tabs at the top of a card; `page`: a line under a screen's header, its panel fills the rest; `pane`: small tabs
   * whose panel fills the rest.
   */
  look?: "card" | "page" | "pane";
}

/** Several views of one thing. Arrows move between the tabs, Tab goes into the panel. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  look = "card",
}: TabsProps<Value>) {
  const isFilling = look !== "card";
  return (
    <Base.Root
      value={value}
      onValueChange={(next: Value) => onChange(next)}
      className={cx(styles.root, isFilling && styles.filling)}
    >
      <Base.List
        activateOnFocus
        aria-label={label}
        className={cx(styles.list, styles[look === "page" ? "page" : "card"])}
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={cx(styles.tab)}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {/* Only the chosen panel is in the page; an unmounting one would stand beside it for a frame. */}
      {tabs
        .filter((tab) => tab.value === value)
        .map((tab) => (
          <Base.Panel
            key={tab.value}
            value={tab.value}
            className={cx(styles.panel, isFilling && styles.filled)}
          >
            {tab.panel}
          </Base.Panel>
        ))}
    </Base.Root>
  );
}
