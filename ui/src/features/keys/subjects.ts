import type { KeyRowView, RotationView } from "@/ipc/generated";

/** Whose keys a list shows, and what can be done there. */
export interface KeysAt {
  accountId: string;
  /** The organization whose keys they are; one's own where there is none. */
  organizationId: string | null;
  organizationName?: string | undefined;
  /** Only the keys of this project are meant. */
  project?: { id: string; name: string } | undefined;
  /** Why nothing can be made or revoked here, where nothing can. */
  locked?: string | undefined;
}

export interface KeySubject extends KeysAt {
  row: KeyRowView;
}

/** A list of keys as it is shown. */
export interface KeysSubject extends KeysAt {
  /** The keys that the filter leaves, in their order. */
  shown(): readonly KeyRowView[];
  /** The ids of the ticked ones, in the order of the table. */
  ticked: readonly string[];
  /** The same of those that were never used and are older than the settings say. */
  unused: readonly string[];
  tick(ids: readonly string[]): void;
}

/** What is known of a key whose token nobody has. */
export interface LostKey extends KeysAt {
  id: string;
  name: string;
}

declare module "@/kit/route/route" {
  interface Routes {
    /**
     * The API keys of the account that is shown, or of `account`, which is then shown. `tab`: the id of an organization;
     * one's own keys when absent. `id`: the key that it is about.
     */
    keys: { account?: string; tab?: string; id?: string };
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    apiKey: KeySubject;
    apiKeys: KeysSubject;
    rotation: RotationView;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    createKey: { at: KeysAt };
    /** Makes an account of a key in memory. */
    saveKey: { secretId: string; keyName: string };
    lostKey: { lost: LostKey };
    revokeKey: { subject: KeySubject };
    /** Changes the key of an account for a new one. */
    rotateKey: { accountId: string };
    /** How far a change of an account's key is. */
    rotation: { id: string };
  }
}
