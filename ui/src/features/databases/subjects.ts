import type { DatabaseView, RoleView } from "@/ipc/generated";

/** Where a database or a role is. */
export interface OnBranch {
  accountId: string;
  projectId: string;
  projectName: string;
  branchId: string;
  branchName: string;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
}

export interface DatabaseSubject extends OnBranch {
  database: DatabaseView;
}

export interface RoleSubject extends OnBranch {
  role: RoleView;
  /** The databases that it owns. */
  owns?: readonly string[];
  /** A database to connect to with it: one of its own where it has one. */
  connectsTo?: string | undefined;
  /** False where the platform stores no passwords for the project, so that none can be revealed. */
  storesPasswords?: boolean | null | undefined;
}

declare module "@/kit/action/action" {
  interface Subjects {
    database: DatabaseSubject;
    role: RoleSubject;
    /** The branch whose databases and roles are shown. */
    data: OnBranch;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    createDatabase: { at: OnBranch };
    renameDatabase: { subject: DatabaseSubject };
    databaseOwner: { subject: DatabaseSubject };
    deleteDatabase: { subject: DatabaseSubject };
    createRole: { at: OnBranch };
    rolePassword: { subject: RoleSubject };
    resetPassword: { subject: RoleSubject };
    deleteRole: { subject: RoleSubject };
  }
}
