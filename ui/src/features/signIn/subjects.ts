import type { EmailAndPasswordView, PluginView } from "@/ipc/generated";

/** A branch whose sign-in is set. */
export interface SignInPlace {
  accountId: string;
  projectId: string;
  projectName: string;
  branchId: string;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
}

/** How people sign in there with email and password. */
export interface SignInSubject extends SignInPlace {
  withPassword: EmailAndPasswordView;
}

/** One of the plugins as it is there: magic links, phone numbers or organizations. */
export type PluginSubject = SignInPlace & PluginView;

declare module "@/kit/action/action" {
  interface Subjects {
    signIn: SignInSubject;
    signInPlugin: PluginSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    changeSignIn: { subject: SignInSubject };
    changePlugin: { subject: PluginSubject };
  }
}
