import type { OauthProviderView } from "@/ipc/generated";

/** The project whose auth integration is meant. */
export interface OnAuth {
  accountId: string;
  projectId: string;
  projectName: string;
  /** The branch that its calls name, where a platform has an integration for each. */
  branchId?: string | null | undefined;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
}

export interface ProviderSubject extends OnAuth {
  provider: OauthProviderView;
}

declare module "@/kit/action/action" {
  interface Subjects {
    oauthProvider: ProviderSubject;
    /** The project whose OAuth providers are shown. */
    oauthProviders: OnAuth;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    addOauthProvider: { at: OnAuth };
    oauthCredentials: { subject: ProviderSubject };
    deleteOauthProvider: { subject: ProviderSubject };
  }
}
