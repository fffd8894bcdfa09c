import { counted } from "@/data/format";
import type { AccountView, BulkVerb } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { CopyJson } from "@/kit/data/CopyJson";
import { ask } from "@/kit/overlay/asked";
import styles from "./Projects.module.css";
import type { Ticked } from "./useTicked";

interface TickedBarProps {
  account: AccountView;
  ticked: Ticked;
  deleted: boolean;
}

/** What can be done with all ticked projects at once. */
export function TickedBar({ account, ticked, deleted }: TickedBarProps) {
  const { rows, hidden, clear } = ticked;
  if (rows.length === 0) return null;
  const many = counted(rows.length, "project");
  const verb: BulkVerb = deleted ? "recoverProjects" : "deleteProjects";
  const plan = () =>
    ask({
      dialog: "planBulk",
      accountId: account.id,
      verb,
      itemIds: rows.map(({ project }) => project.id),
      organizationId: null,
    });
  return (
    <div className={styles.ticked} role="toolbar" aria-label="Ticked projects">
      <span role="status">
        {many} ticked{hidden > 0 && `, ${hidden} of them hidden by the filter`}
      </span>
      <span className={styles.space} />
      <CopyJson value={rows.map(({ project }) => project)} label={many} />
      <Button tone="quiet" onClick={clear}>
        Clear ticks
      </Button>
      <Button tone={deleted ? "default" : "danger"} icon={deleted ? "undo" : "trash"} onClick={plan}>
        {deleted ? "Recover" : "Delete"} {many}…
      </Button>
    </div>
  );
}
