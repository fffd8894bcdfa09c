import type { BranchView } from "@/ipc/generated";

/** A branch, and where it is. */
export interface BranchSubject {
  accountId: string;
  projectId: string;
  projectName: string;
  branch: BranchView;
}

declare module "@/kit/action/action" {
  interface Subjects {
    branch: BranchSubject;
  }
}
