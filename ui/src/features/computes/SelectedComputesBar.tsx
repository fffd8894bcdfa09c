import { grouped } from "@/data/format";
import type { Ticked } from "@/features/base/useTicked";
import { openBulkDialog } from "@/features/bulk/actions";
import { BulkButton } from "@/features/bulk/BulkButton";
import type { BulkVerb } from "@/ipc/generated";
import { TickedBar } from "@/kit/layout/TickedBar";
import type { ComputeSubject } from "./subjects";
import { bulkWords, LIST } from "./words";

interface SelectedComputesBarProps {
  accountId: string;
  projectId: string;
  ticked: Ticked<ComputeSubject>;
  /** Why nothing can be changed, where nothing can. */
  locked: string | undefined;
}

/** What can be done with all selected computes at once. A plan is shown before anything is. */
export function SelectedComputesBar({ accountId, projectId, ticked, locked }: SelectedComputesBarProps) {
  const { rows, hidden, clear } = ticked;
  const itemIds = rows.map(({ compute }) => compute.id);
  const plan = (verb: BulkVerb) => () => openBulkDialog({ accountId, projectId, verb, itemIds });
  return (
    <TickedBar
      label={LIST.selected}
      count={grouped(rows.length)}
      hidden={hidden}
      value={rows.map(({ compute }) => compute)}
      onClear={clear}
    >
      <BulkButton icon="play" locked={locked} onClick={plan("startComputes")}>
        {bulkWords.start}
      </BulkButton>
      <BulkButton icon="stop" locked={locked} onClick={plan("suspendComputes")}>
        {bulkWords.suspend}
      </BulkButton>
    </TickedBar>
  );
}
