import type { ReactNode } from "react";
import type { DialogComponents } from "@/kit/overlay/asked";
import { type ComputeAsked, ComputeDialog } from "./ComputeDialog";
import { DeleteComputeDialog, DisableDialog, RestartDialog, SuspendDialog } from "./ConfirmComputeDialog";
import { CreateComputeDialog } from "./CreateComputeDialog";
import type { ComputeRef } from "./places";
import { RenameComputeDialog } from "./RenameComputeDialog";
import { ResizeDialog } from "./ResizeDialog";
import { TimeoutDialog } from "./TimeoutDialog";

const aboutOne = (Shown: (about: ComputeAsked) => ReactNode) => (asked: ComputeRef) => (
  <ComputeDialog {...asked}>{(about) => <Shown {...about} />}</ComputeDialog>
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
