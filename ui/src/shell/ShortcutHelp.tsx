import { useActions } from "@/kit/action/useActions";
import { KeyHint } from "@/kit/data/KeyHint";
import { Dialog } from "@/kit/overlay/Dialog";
import styles from "./ShortcutHelp.module.css";
import { FRAME } from "./words";

/** Every action that has keys, by group. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  const withKeys = useActions().filter((action) => action.shortcut);
  const groups = [...new Set(withKeys.map((action) => action.group))];
  return (
    <Dialog open={open} onClose={onClose} title={FRAME.help} size="wide">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keys */}
      <section className={styles.groups} aria-label={FRAME.shortcuts} tabIndex={0}>
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl className={styles.list}>
              {withKeys
                .filter((action) => action.group === group)
                .map((action) => (
                  <div key={action.id} className={styles.line}>
                    <dt>{action.title({})}</dt>
                    <dd>
                      <KeyHint shortcut={action.shortcut ?? ""} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
