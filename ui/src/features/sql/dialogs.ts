import type { SqlTabView } from "@/ipc/generated";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { CloseQueryDialog } from "./CloseQueryDialog";
import { RunOnProductionDialog, type RunOnProductionProps } from "./RunOnProductionDialog";

/** The dialogs of the SQL tab. */
export const sqlDialogs = {
  closeQuery: CloseQueryDialog,
  runOnProduction: RunOnProductionDialog,
} satisfies Partial<DialogComponents>;

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** Asks before a query is closed. */
    closeQuery: { tab: SqlTabView };
    /** Asks before a statement sweeps a table of a production account. */
    runOnProduction: RunOnProductionProps;
  }
}
