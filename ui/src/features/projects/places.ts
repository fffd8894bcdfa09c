import type { ProjectView } from "@/ipc/generated";

/** A project, and whose it is. */
export interface ProjectSubject {
  accountId: string;
  project: ProjectView;
}

declare module "@/kit/route/place" {
  interface Places {
    /** The projects of the current account. `tab`: active when absent, or deleted. */
    projects: { tab?: string };
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    project: ProjectSubject;
  }
}
