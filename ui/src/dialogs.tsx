import type { ReactNode } from "react";
import { accountDialogs } from "@/features/accounts/dialogs";
import { authDialogs } from "@/features/auth/dialogs";
import { branchDialogs } from "@/features/branches/dialogs";
import { BulkDialog } from "@/features/bulk/BulkDialog";
import { PlanBulkDialog } from "@/features/bulk/PlanBulkDialog";
import { CallTextDialog } from "@/features/calls/CallText";
import { computeDialogs } from "@/features/computes/dialogs";
import { PsqlDialog } from "@/features/connect/PsqlDialog";
import { databaseDialogs } from "@/features/databases/dialogs";
import { DiagnosticsDialog } from "@/features/diagnostics/DiagnosticsDialog";
import { emailServerDialogs } from "@/features/emailServer/dialogs";
import { folderDialogs } from "@/features/folders/dialogs";
import { jwksDialogs } from "@/features/jwks/dialogs";
import { keyDialogs } from "@/features/keys/dialogs";
import { oauthProviderDialogs } from "@/features/oauthProviders/dialogs";
import { organizationDialogs } from "@/features/organization/dialogs";
import { permissionDialogs } from "@/features/permissions/dialogs";
import { projectDialogs } from "@/features/projects/dialogs";
import { QuitDialog } from "@/features/quit/QuitDialog";
import { MoveClockDialog } from "@/features/sandbox/MoveClockDialog";
import { PurgeDialog } from "@/features/sandbox/PurgeDialog";
import { DeleteQuarantinedDialog } from "@/features/sandbox/Quarantine";
import { ResetDialog } from "@/features/sandbox/ResetDialog";
import { signInDialogs } from "@/features/signIn/dialogs";
import { snapshotDialogs } from "@/features/snapshots/dialogs";
import { sqlDialogs } from "@/features/sql/dialogs";
import { temporaryDialogs } from "@/features/temporary/dialogs";
import { transferDialogs } from "@/features/transfers/dialogs";
import { webhookDialogs } from "@/features/webhooks/dialogs";
import type { DialogComponents, OpenDialog } from "@/kit/overlay/dialogs";

/** A dialog that cannot be drawn does not compile. */
const DIALOGS: DialogComponents = {
  ...accountDialogs,
  ...authDialogs,
  ...branchDialogs,
  ...computeDialogs,
  ...databaseDialogs,
  ...emailServerDialogs,
  ...folderDialogs,
  ...jwksDialogs,
  ...keyDialogs,
  ...organizationDialogs,
  ...permissionDialogs,
  ...oauthProviderDialogs,
  ...signInDialogs,
  ...projectDialogs,
  ...snapshotDialogs,
  ...sqlDialogs,
  ...temporaryDialogs,
  ...transferDialogs,
  ...webhookDialogs,
  planBulk: PlanBulkDialog,
  bulk: BulkDialog,
  callText: CallTextDialog,
  diagnostics: DiagnosticsDialog,
  psqlWith: PsqlDialog,
  moveClock: MoveClockDialog,
  purgeDeleted: PurgeDialog,
  resetSandbox: ResetDialog,
  deleteQuarantined: DeleteQuarantinedDialog,
  quit: QuitDialog,
};

/** The dialog that was asked for. */
export const ShownDialog = ({ dialog }: { dialog: OpenDialog }): ReactNode => (
  <OneOpenDialog dialog={dialog} />
);

function OneOpenDialog<Name extends OpenDialog["dialog"]>({
  dialog,
}: {
  dialog: OpenDialog<Name>;
}): ReactNode {
  return DIALOGS[dialog.dialog](dialog);
}
