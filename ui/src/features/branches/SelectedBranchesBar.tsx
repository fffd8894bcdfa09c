import { grouped } from "@/data/format";
import type { Ticked } from "@/features/base/useTicked";
import { openBulkDialog } from "@/features/bulk/actions";
import { BulkButton } from "@/features/bulk/BulkButton";
import type { BulkVerb } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { TickedBar } from "@/kit/layout/TickedBar";
import { openDialog } from "@/kit/overlay/dialogs";
import { Menu } from "@/kit/overlay/Menu";
import { MenuItem } from "@/kit/overlay/MenuItem";
import type { BranchNode } from "./tree";
import { bulkWords, TREE } from "./words";

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
    openBulkDialog({ accountId, projectId, verb, itemIds: idsOf(some) });
  return (
    <TickedBar
      label={TREE.selected}
      count={grouped(rows.length)}
      hidden={hidden}
      value={branches}
      onClear={clear}
    >
      {present.length > 0 && (
        // One button: with all of them, a narrow window has no room for how many are selected.
        <Menu
          trigger={
            <Button size="small" icon="chevronDown">
              {bulkWords.change}
            </Button>
          }
        >
          <MenuItem
            icon="timer"
            blocked={locked}
            onSelect={() =>
              openDialog({ dialog: "expireBranches", accountId, projectId, branchIds: idsOf(present) })
            }
          >
            {bulkWords.expire}
          </MenuItem>
          {isOpen && (
            <MenuItem icon="lock" blocked={locked} onSelect={plan("protectBranches", present)}>
              {bulkWords.protect}
            </MenuItem>
          )}
          {isProtected && (
            <MenuItem icon="lock" blocked={locked} onSelect={plan("unprotectBranches", present)}>
              {bulkWords.unprotect}
            </MenuItem>
          )}
        </Menu>
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
