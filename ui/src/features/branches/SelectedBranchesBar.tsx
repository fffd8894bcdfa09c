import { grouped } from "@/data/format";
import type { Ticked } from "@/features/base/useTicked";
import { askBulk } from "@/features/bulk/actions";
import { BulkButton } from "@/features/bulk/BulkButton";
import type { BulkVerb } from "@/ipc/generated";
import { TickedBar } from "@/kit/layout/TickedBar";
import { ask } from "@/kit/overlay/asked";
import type { BranchNode } from "./tree";
import { bulkWords } from "./words";

interface SelectedBranchesBarProps {
  accountId: string;
  projectId: string;
  ticked: Ticked<BranchNode>;
  /** Why nothing can be changed, where nothing can. */
  locked: string | undefined;
}

/** What can be done with all selected branches at once. A plan is shown before anything is. */
export function SelectedBranchesBar({ accountId, projectId, ticked, locked }: SelectedBranchesBarProps) {
  const { rows, hidden, clear } = ticked;
  const branches = rows.map(({ branch }) => branch);
  const present = branches.filter(({ deletedAt }) => deletedAt === null);
  const deleted = branches.filter(({ deletedAt }) => deletedAt !== null);
  const isOpen = present.some(({ isProtected }) => !isProtected);
  const isProtected = present.some((branch) => branch.isProtected);
  const idsOf = (some: typeof branches) => some.map(({ id }) => id);
  const plan = (verb: BulkVerb, some: typeof branches) => () =>
    askBulk({ accountId, projectId, verb, itemIds: idsOf(some) });
  return (
    <TickedBar
      label="Selected branches"
      count={grouped(rows.length)}
      hidden={hidden}
      value={branches}
      onClear={clear}
    >
      {present.length > 0 && (
        <BulkButton
          icon="timer"
          locked={locked}
          onClick={() => ask({ dialog: "expireBranches", accountId, projectId, branchIds: idsOf(present) })}
        >
          {bulkWords.expire}
        </BulkButton>
      )}
      {isOpen && (
        <BulkButton icon="lock" locked={locked} onClick={plan("protectBranches", present)}>
          {bulkWords.protect}
        </BulkButton>
      )}
      {isProtected && (
        <BulkButton icon="lock" locked={locked} onClick={plan("unprotectBranches", present)}>
          {bulkWords.unprotect}
        </BulkButton>
      )}
      {deleted.length > 0 && (
        <BulkButton icon="undo" locked={locked} onClick={plan("recoverBranches", deleted)}>
          {bulkWords.recover(deleted.length)}
        </BulkButton>
      )}
      {present.length > 0 && (
        <BulkButton icon="trash" danger locked={locked} onClick={plan("deleteBranches", present)}>
          {bulkWords.delete(present.length)}
        </BulkButton>
      )}
    </TickedBar>
  );
}
