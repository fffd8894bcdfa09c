import type { SqlTabView } from "@/ipc/generated";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { CloseQueryDialog } from "./CloseQueryDialog";

/** The dialogs of the SQL tab. */
export const sqlDialogs = {
  closeQuery: CloseQueryDialog,
} satisfies Partial<DialogComponents>;

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** Asks before a query is closed. */
    closeQuery: { tab: SqlTabView };
  }
}
