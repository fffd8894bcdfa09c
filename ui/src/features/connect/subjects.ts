import type { ConnectSource, FormId } from "@/ipc/generated";

/** A connection that is shown somewhere: what it is made with, and what it is called. */
export interface ConnectionSubject {
  source: ConnectSource;
  name: string;
  /** The forms it is shown in, where they are known. */
  forms?: readonly FormId[];
  /** Why no session can be opened with it, where none can. */
  locked?: string | undefined;
}

declare module "@/kit/action/action" {
  interface Subjects {
    connection: ConnectionSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** psql with arguments of the person's own. */
    psqlWith: ConnectionSubject;
  }
}
