import type { Asked } from "@/kit/overlay/asked";
import { BranchDialog } from "./BranchDialog";
import { BranchExpiryDialog } from "./BranchExpiryDialog";
import { CreateBranchDialog } from "./CreateBranchDialog";
import { DefaultBranchDialog } from "./DefaultBranchDialog";
import { DeleteBranchDialog } from "./DeleteBranchDialog";
import { RenameBranchDialog } from "./RenameBranchDialog";
import { ResetBranchDialog } from "./ResetBranchDialog";
import { RestoreBranchDialog } from "./RestoreBranchDialog";

const ABOUT_ONE = {
  renameBranch: RenameBranchDialog,
  branchExpiry: BranchExpiryDialog,
  restoreBranch: RestoreBranchDialog,
  resetBranch: ResetBranchDialog,
  defaultBranch: DefaultBranchDialog,
  deleteBranch: DeleteBranchDialog,
};

type BranchAsking = Extract<Asked, { dialog: "createBranch" | keyof typeof ABOUT_ONE }>;

/** The dialog about a branch that was asked for. */
export function BranchDialogs({ asked }: { asked: BranchAsking }) {
  if (asked.dialog === "createBranch") {
    return (
      <CreateBranchDialog accountId={asked.accountId} projectId={asked.projectId} parentId={asked.parentId} />
    );
  }
  const { dialog, ...ref } = asked;
  const Shown = ABOUT_ONE[dialog];
  return <BranchDialog {...ref}>{(about) => <Shown {...about} />}</BranchDialog>;
}
