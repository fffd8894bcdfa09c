import type { ProjectScope, ProjectView } from "@/ipc/generated";

/** A project, and whose it is. */
export interface ProjectSubject {
  accountId: string;
  project: ProjectView;
  /** Whether the account is locked against changes, where that is known. */
  isReadOnly?: boolean;
  /** The organizations of the account, where they are known. */
  organizationIds?: readonly string[] | undefined;
}

/** Which project. */
export interface ProjectRef {
  accountId: string;
  projectId: string;
}

/** The list of an account's projects as it is shown. */
export interface ListSubject {
  accountId: string;
  scope: ProjectScope;
  organizationId: string | null;
  /** Whether the account is locked against changes, where that is known. */
  isReadOnly?: boolean;
  /** The projects that the filter leaves, in their order, once all are there. */
  shown(): Promise<readonly ProjectView[]>;
}

declare module "@/kit/route/route" {
  interface Routes {
    /** `tab`: "active" or "deleted" of the current account, or "all" accounts; absent, "active" or "all", as it was last. */
    projects: { tab?: string };
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    project: ProjectSubject;
    projects: ListSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** `name`: what the name begins as. */
    createProject: { accountId: string; name?: string };
    /** `suggested`: what the name begins as, in place of the present one. */
    renameProject: ProjectSubject & { suggested?: string };
    deleteProject: ProjectSubject;
  }
}
