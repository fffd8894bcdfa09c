import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useClockOffset } from "@/data/clockOffset";
import { useMutationSpec } from "@/data/mutation";
import { COMMON } from "@/features/base/words";
import type { BranchView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Notice } from "@/kit/state/Notice";
import { currentTime } from "@/time/clock";
import { undoingRestoreOf } from "./mutations";
import { preservedName } from "./PreserveFields";
import { forgetRestored, type Restored, restoredQuery } from "./restored";
import { RESTORED, restoredWords } from "./restoreWords";
import type { BranchRef } from "./subjects";

interface RestoredNoticesProps {
  accountId: string;
  projectId: string;
  branches: readonly BranchView[];
  /** Why nothing can be changed, where nothing can. */
  locked: string | undefined;
}

/** The restores made while this window was open, each with its undo. A notice goes with its branch. */
export function RestoredNotices({ accountId, projectId, branches, locked }: RestoredNoticesProps) {
  const restored = useQuery(restoredQuery(accountId, projectId)).data ?? [];
  const present = branches.filter(({ deletedAt }) => deletedAt === null);
  return restored.map((each) => {
    const branch = present.find(({ id }) => id === each.branchId);
    if (!branch) return null;
    const ref = { accountId, projectId, branchId: branch.id };
    return (
      <RestoredNotice
        key={branch.id}
        of={ref}
        branch={branch}
        branches={present}
        restored={each}
        locked={locked}
      />
    );
  });
}

interface RestoredNoticeProps {
  of: BranchRef;
  branch: BranchView;
  branches: readonly BranchView[];
  restored: Restored;
  locked: string | undefined;
}

function RestoredNotice({ of, branch, branches, restored, locked }: RestoredNoticeProps) {
  const client = useQueryClient();
  const ahead = useClockOffset(of.accountId);
  const undoing = useMutationSpec(undoingRestoreOf(of));
  const isReady = branch.state === "ready" && branch.pendingState === null;
  const backup = branches.find(({ name }) => name === restored.backupName);
  const undo = () => {
    if (!backup) return;
    // What was written since the restore is kept as well.
    const preserveUnderName = preservedName(branch.name, currentTime() + ahead, branches);
    void undoing.start({
      sourceId: backup.id,
      sourceLsn: null,
      sourceTimestamp: null,
      preserveUnderName,
    });
  };
  return (
    <Notice
      tone="plain"
      role="status"
      testId="restored-notice"
      actions={
        <>
          {backup && isReady && locked === undefined && (
            <Button size="small" icon="undo" busy={undoing.underWay} onClick={undo}>
              {COMMON.undo}
            </Button>
          )}
          <Button size="small" tone="quiet" onClick={() => forgetRestored(client, of)}>
            {COMMON.dismiss}
          </Button>
        </>
      }
    >
      {isReady ? restoredWords(branch, restored, ahead) : RESTORED.going(branch.name)}{" "}
      {backup && RESTORED.backup(backup.name)}
    </Notice>
  );
}
