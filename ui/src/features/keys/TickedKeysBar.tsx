import { counted } from "@/data/format";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { CopyJson } from "@/kit/data/CopyJson";
import styles from "./Keys.module.css";
import type { KeyList } from "./useKeyList";

/** What can be done with all ticked keys at once. */
export function TickedKeysBar({ list: { ticked, subject } }: { list: KeyList }) {
  const { rows, hidden, clear } = ticked;
  if (rows.length === 0) return null;
  const many = counted(rows.length, "key");
  return (
    <div className={styles.ticked} role="toolbar" aria-label="Ticked keys">
      <span role="status">
        {many} ticked{hidden > 0 && `, ${hidden} of them hidden by the filter`}
      </span>
      <span className={styles.space} />
      <CopyJson value={rows.map(({ key }) => key)} label={many} />
      <Button tone="quiet" onClick={clear}>
        Clear ticks
      </Button>
      <ActionButton action="apiKeys.revokeTicked" context={{ apiKeys: subject }} tone="danger" icon="trash" />
    </div>
  );
}
