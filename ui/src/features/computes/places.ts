import type { ComputeView } from "@/ipc/generated";

/** A compute, and where it is. */
export interface ComputeSubject {
  accountId: string;
  projectId: string;
  projectName: string;
  branchName: string;
  compute: ComputeView;
}

declare module "@/kit/action/action" {
  interface Subjects {
    compute: ComputeSubject;
  }
}
