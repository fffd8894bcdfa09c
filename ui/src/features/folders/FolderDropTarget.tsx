import { useEffect, useRef, useState } from "react";
import { onFolderDrop } from "@/ipc/drops";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Icon } from "@/kit/icon/Icon";
import { useOpenDialog, useOpenDialogAbove } from "@/kit/overlay/dialogs";
import { addFolders } from "./adding";
import styles from "./FolderDropTarget.module.css";
import { DROP } from "./words";

/** The whole window takes folders; it says so while they are over it. An open dialog takes none. */
export function FolderDropTarget() {
  const { tools, registry, onFailure } = useActionSurroundings();
  const dialog = useOpenDialog();
  const above = useOpenDialogAbove();
  const takes = dialog === undefined && above === undefined;
  const now = useRef(takes);
  now.current = takes;
  const [over, setOver] = useState(false);
  useEffect(
    () =>
      onFolderDrop((drop) => {
        setOver(drop.kind === "over");
        if (drop.kind !== "dropped" || !now.current) return;
        const action = registry.find("folders.add");
        addFolders(drop.paths, tools).catch((error: unknown) => action && onFailure(action, error));
      }),
    [tools, registry, onFailure],
  );
  if (!over || !takes) return null;
  return (
    <div className={styles.target} role="status" data-testid="folder-drop">
      <div className={styles.words}>
        <Icon name="folderCode" className={styles.sign} />
        <b className={styles.title}>{DROP.title}</b>
        <span className="ui-muted-small">{DROP.text}</span>
      </div>
    </div>
  );
}
