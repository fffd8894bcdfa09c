import type { Call } from "@/ipc/generated";

/** A click as text: on which account, and what it asks for. */
export interface CallSubject {
  accountId: string;
  call: Call;
}

declare module "@/kit/overlay/asked" {
  interface Dialogs {
    /** `title`: what the click does, such as "Delete shop-prod". */
    callText: CallSubject & { title: string };
  }
}
