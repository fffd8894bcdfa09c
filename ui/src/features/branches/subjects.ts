import type { BranchView } from "@/ipc/generated";

/** A branch, and where it is. */
export interface BranchSubject {
  accountId: string;
  projectId: string;
  projectName: string;
  branch: BranchView;
  /** False where no compute serves it, so that nothing can connect to it; absent while that is not known. */
  hasCompute?: boolean | undefined;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
}

/** Which branch a dialog is about. */
export interface BranchRef {
  accountId: string;
  projectId: string;
  branchId: string;
}

/** Which branches of a project. */
export interface BranchesRef {
  accountId: string;
  projectId: string;
  branchIds: readonly string[];
}

declare module "@/kit/action/action" {
  interface Subjects {
    branch: BranchSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** `parentId`: the branch it is to be made from; the default branch when absent. */
    createBranch: { accountId: string; projectId: string; parentId?: string };
    renameBranch: BranchRef;
    branchExpiry: BranchRef;
    expireBranches: BranchesRef;
    restoreBranch: BranchRef;
    resetBranch: BranchRef;
    defaultBranch: BranchRef;
    deleteBranch: BranchRef;
    branchSchema: BranchRef;
    compareSchemas: BranchRef;
  }
}
