import type { Action } from "@/kit/action/action";
import { useActions } from "@/kit/action/useActions";
import { KeyHint } from "@/kit/data/KeyHint";
import { Dialog } from "@/kit/overlay/Dialog";
import styles from "./ShortcutHelp.module.css";
import { FRAME, KEYS_OF_LISTS } from "./words";

/** Every action that has keys, by group, and the keys of lists. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  const withKeys = [...linesOf(useActions()), ...KEYS_OF_LISTS];
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
                .filter((line) => line.group === group)
                .map(({ title, shortcut }) => (
                  <div key={`${title} ${shortcut}`} className={styles.line}>
                    <dt>{title}</dt>
                    <dd>
                      <KeyHint shortcut={shortcut} />
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

/** One line for actions that read and answer alike. Those of several kinds of rows, such as Delete, stand in a group of their own. */
function linesOf(actions: readonly Action[]) {
  const lines = new Map<string, { group: string; title: string; shortcut: string }>();
  for (const { group, title, shortcut } of actions) {
    if (!shortcut) continue;
    const key = `${title({})} ${shortcut}`;
    const known = lines.get(key);
    const isElsewhere = known !== undefined && known.group !== group;
    lines.set(key, { group: isElsewhere ? FRAME.anyRow : group, title: title({}), shortcut });
  }
  return [...lines.values()];
}
