import type { AuthIntegrationView, SyncedUserView } from "@/ipc/generated";

/** The pages of the Auth tab, in their order. */
export const AUTH_PAGES = [
  "overview",
  "users",
  "signIn",
  "providers",
  "email",
  "domains",
  "webhooks",
  "ownership",
] as const;

export type AuthPage = (typeof AUTH_PAGES)[number];

/** Where an auth integration is, or could be. */
export interface AuthSubject {
  accountId: string;
  projectId: string;
  projectName: string;
  /** The integration; nothing where the project has none. */
  integration?: AuthIntegrationView | undefined;
  /** The branch that its calls name, where a platform has an integration for each. */
  branchId?: string | null | undefined;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
  /** Why what a platform does to one branch of a project alone is not done here, where that is known to be another. */
  elsewhere?: string | undefined;
}

/** An auth integration that is there. */
export interface OnIntegration extends AuthSubject {
  integration: AuthIntegrationView;
}

/** A domain that users may be sent back to. */
export interface DomainSubject extends OnIntegration {
  domain: string;
}

/** A row of the synchronised users' table. */
export interface AuthUserSubject {
  at: OnIntegration;
  user: SyncedUserView;
}

declare module "@/kit/action/action" {
  interface Subjects {
    auth: AuthSubject;
    authDomain: DomainSubject;
    authUser: AuthUserSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    enableAuth: { at: AuthSubject };
    createSdkKeys: { at: OnIntegration };
    createAuthUser: { at: OnIntegration };
    setAuthUserRoles: { subject: AuthUserSubject };
    deleteAuthUser: { subject: AuthUserSubject };
    addAuthDomain: { at: OnIntegration };
    deleteAuthDomain: { subject: DomainSubject };
    transferAuth: { at: OnIntegration };
    removeAuth: { at: OnIntegration };
  }
}
