import type { ReactNode } from "react";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { BranchDialog, type BranchDialogSubject } from "./BranchDialog";
import { BranchExpiryDialog } from "./BranchExpiryDialog";
import { CreateBranchDialog } from "./CreateBranchDialog";
import { DefaultBranchDialog } from "./DefaultBranchDialog";
import { DeleteBranchDialog } from "./DeleteBranchDialog";
import { ExpireBranchesDialog } from "./ExpireBranchesDialog";
import { RenameBranchDialog } from "./RenameBranchDialog";
import { ResetBranchDialog } from "./ResetBranchDialog";
import { RestoreBranchDialog } from "./RestoreBranchDialog";
import { SchemaDialog } from "./schema/SchemaDialog";
import type { BranchRef } from "./subjects";

const aboutOne = (Shown: (about: BranchDialogSubject) => ReactNode) => (ref: BranchRef) => (
  <BranchDialog {...ref}>{(about) => <Shown {...about} />}</BranchDialog>
);

export const branchDialogs = {
  createBranch: CreateBranchDialog,
  renameBranch: aboutOne(RenameBranchDialog),
  branchExpiry: aboutOne(BranchExpiryDialog),
  expireBranches: ExpireBranchesDialog,
  restoreBranch: aboutOne(RestoreBranchDialog),
  resetBranch: aboutOne(ResetBranchDialog),
  defaultBranch: aboutOne(DefaultBranchDialog),
  deleteBranch: aboutOne(DeleteBranchDialog),
  branchSchema: aboutOne((about) => <SchemaDialog {...about} first="whole" />),
  compareSchemas: aboutOne((about) => <SchemaDialog {...about} first="differences" />),
} satisfies Partial<DialogComponents>;
