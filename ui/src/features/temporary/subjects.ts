import type { ConnectSource, InstantServiceChoice, TemporaryOptions, TemporaryView } from "@/ipc/generated";

/** A temporary database, and what is known of the account that it lives in. */
export interface TemporarySubject extends TemporaryView {
  /** Why nothing can be changed in its account, where nothing can. */
  locked?: string | undefined;
  /** The name of its account, where it lives in one. */
  accountName?: string | undefined;
}

declare module "@/kit/route/route" {
  interface Routes {
    temporary: { id?: string };
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    temporary: TemporarySubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** `place`: chosen before anything was kept; the last one when absent. `seedPath`: the SQL file that the person came with. */
    temporaryOptions: { place?: InstantServiceChoice; seedPath?: string };
    importTemporary: object;
    deleteTemporary: { id: string };
    forgetTemporary: { id: string };
    renameTemporary: { id: string };
    claimTemporary: { id: string };
    writeEnv: { id: string; path: string | null };
    /** `path`: the file that the person came with; the one that ran last when absent. */
    seedTemporary: { id: string; path?: string };
    saveTemporary: { id: string };
    copyTemporary: { id: string };
    /** The env file of something that is no temporary database. */
    writeConnection: { source: ConnectSource; name: string; isSet?: boolean };
    /** `options`: the database that waits for somewhere to keep its secrets. */
    keychain: { options: TemporaryOptions | null };
  }
}
