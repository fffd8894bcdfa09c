import { useEffect, useRef, useState } from "react";
import { onFileDrop } from "@/ipc/drops";
import type { DraggedFiles } from "@/ipc/generated";
import { useActionSurroundings, useSelection } from "@/kit/action/useActions";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import { useOpenDialog, useOpenDialogAbove } from "@/kit/overlay/dialogs";
import styles from "./DropTarget.module.css";
import { dropOf } from "./drop";

/**
 * The whole window takes folders, an env file or an SQL file, and says while they are over it what a drop would do. An open
 * dialog takes nothing.
 */
export function DropTarget() {
  const { tools, registry, onFailure } = useActionSurroundings();
  const dialog = useOpenDialog();
  const above = useOpenDialogAbove();
  const takes = dialog === undefined && above === undefined;
  const now = useRef(takes);
  now.current = takes;
  const [over, setOver] = useState<DraggedFiles>();
  useEffect(
    () =>
      onFileDrop((event) => {
        setOver(event.kind === "over" ? event.files : undefined);
        if (event.kind !== "dropped" || !now.current) return;
        const { action, run } = dropOf(event.files, registry);
        const named = registry.find(action);
        const work = async () => run(tools);
        work().catch((error: unknown) => named && onFailure(named, error));
      }),
    [tools, registry, onFailure],
  );
  if (over === undefined || !takes) return null;
  return <Overlay files={over} />;
}

function Overlay({ files }: { files: DraggedFiles }) {
  const { registry } = useActionSurroundings();
  // Drawn anew when another database is selected: what a drop does follows it.
  useSelection();
  const { title, text, icon, isRefused } = dropOf(files, registry);
  return (
    <div
      className={cx(styles.target, isRefused && styles.refused)}
      role="status"
      data-testid="file-drop"
      data-drop={isRefused ? "refused" : files.kind}
    >
      <div className={styles.words}>
        <Icon name={icon} className={styles.sign} />
        <b className={styles.title}>{title}</b>
        <span className="ui-muted-small">{text}</span>
      </div>
    </div>
  );
}
