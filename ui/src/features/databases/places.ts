import type { DatabaseView, RoleView } from "@/ipc/generated";

/** Where a database or a role is. */
export interface OnBranch {
  accountId: string;
  projectId: string;
  projectName: string;
  branchId: string;
  branchName: string;
}

export interface DatabaseSubject extends OnBranch {
  database: DatabaseView;
}

export interface RoleSubject extends OnBranch {
  role: RoleView;
}

declare module "@/kit/action/action" {
  interface Subjects {
    database: DatabaseSubject;
    role: RoleSubject;
  }
}
