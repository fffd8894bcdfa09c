import type { ComputeView } from "@/ipc/generated";

/** A compute, and where it is. */
export interface ComputeSubject {
  accountId: string;
  projectId: string;
  projectName: string;
  branchName: string;
  compute: ComputeView;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
}

/** Which compute a dialog is about. */
export interface ComputeRef {
  accountId: string;
  projectId: string;
  computeId: string;
}

declare module "@/kit/action/action" {
  interface Subjects {
    compute: ComputeSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** `branchId`: the branch it is for; to be chosen when absent. */
    createCompute: { accountId: string; projectId: string; branchId?: string };
    renameCompute: ComputeRef;
    resizeCompute: ComputeRef;
    computeTimeout: ComputeRef;
    suspendCompute: ComputeRef;
    restartCompute: ComputeRef;
    disableCompute: ComputeRef;
    deleteCompute: ComputeRef;
  }
}
