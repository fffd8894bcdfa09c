import { counted } from "@/data/format";
import type { AccountView, BulkVerb } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { TickedBar as Bar } from "@/kit/layout/TickedBar";
import { ask } from "@/kit/overlay/asked";
import type { Ticked } from "./useTicked";

interface TickedBarProps {
  account: AccountView;
  ticked: Ticked;
  deleted: boolean;
}

/** What can be done with all ticked projects at once. */
export function TickedBar({ account, ticked, deleted }: TickedBarProps) {
  const { rows, hidden, clear } = ticked;
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
    <Bar
      label="Ticked projects"
      many={many}
      hidden={hidden}
      value={rows.map(({ project }) => project)}
      onClear={clear}
    >
      <Button tone={deleted ? "default" : "danger"} icon={deleted ? "undo" : "trash"} onClick={plan}>
        {deleted ? "Recover" : "Delete"} {many}…
      </Button>
    </Bar>
  );
}
