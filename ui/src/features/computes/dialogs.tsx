import type { ReactNode } from "react";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { ComputeDialog, type ComputeDialogSubject } from "./ComputeDialog";
import { DeleteComputeDialog, DisableDialog, RestartDialog, SuspendDialog } from "./ConfirmComputeDialog";
import { CreateComputeDialog } from "./CreateComputeDialog";
import { RenameComputeDialog } from "./RenameComputeDialog";
import { ResizeDialog } from "./ResizeDialog";
import type { ComputeRef } from "./subjects";
import { TimeoutDialog } from "./TimeoutDialog";

const aboutOne = (Shown: (about: ComputeDialogSubject) => ReactNode) => (ref: ComputeRef) => (
  <ComputeDialog {...ref}>{(about) => <Shown {...about} />}</ComputeDialog>
);

export const computeDialogs = {
  createCompute: CreateComputeDialog,
  renameCompute: aboutOne(RenameComputeDialog),
  resizeCompute: aboutOne(ResizeDialog),
  computeTimeout: aboutOne(TimeoutDialog),
  suspendCompute: aboutOne(SuspendDialog),
  restartCompute: aboutOne(RestartDialog),
  disableCompute: aboutOne(DisableDialog),
  deleteCompute: aboutOne(DeleteComputeDialog),
} satisfies Partial<DialogComponents>;
