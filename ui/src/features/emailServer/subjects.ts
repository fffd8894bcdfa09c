import type { EmailServerView } from "@/ipc/generated";

/** The email server of a project's auth integration. */
export interface EmailSubject {
  accountId: string;
  projectId: string;
  projectName: string;
  /** The branch that its calls name, where a platform has an integration for each. */
  branchId?: string | null | undefined;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
  server: EmailServerView;
}

declare module "@/kit/action/action" {
  interface Subjects {
    emailServer: EmailSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    ownEmailServer: { subject: EmailSubject };
    sharedEmailServer: { subject: EmailSubject };
    tryEmailServer: { subject: EmailSubject };
    testEmail: { subject: EmailSubject };
  }
}
