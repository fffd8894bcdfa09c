import type { EmailAndPasswordView } from "@/ipc/generated";

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

declare module "@/kit/action/action" {
  interface Subjects {
    signIn: SignInSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    changeSignIn: { subject: SignInSubject };
  }
}
