import type { DialogComponents } from "@/kit/overlay/dialogs";
import { OwnServerDialog } from "./OwnServerDialog";
import { SharedServerDialog } from "./SharedServerDialog";
import { TestEmailDialog } from "./TestEmailDialog";
import { TryServerDialog } from "./TryServerDialog";

export const emailServerDialogs = {
  ownEmailServer: OwnServerDialog,
  sharedEmailServer: SharedServerDialog,
  tryEmailServer: TryServerDialog,
  testEmail: TestEmailDialog,
} satisfies Partial<DialogComponents>;
