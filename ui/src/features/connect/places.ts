import type { ConnectSource } from "@/ipc/generated";

/** A connection that is shown somewhere: what it is made with, and what it is called. */
export interface ConnectionSubject {
  source: ConnectSource;
  name: string;
}

declare module "@/kit/action/action" {
  interface Subjects {
    connection: ConnectionSubject;
  }
}

declare module "@/kit/overlay/asked" {
  interface Dialogs {
    /** psql with arguments of the person's own. */
    psqlWith: ConnectionSubject;
  }
}
