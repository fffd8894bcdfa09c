import type { DialogComponents } from "@/kit/overlay/dialogs";
import { CreateDatabaseDialog } from "./CreateDatabaseDialog";
import { CreateRoleDialog } from "./CreateRoleDialog";
import { DatabaseOwnerDialog } from "./DatabaseOwnerDialog";
import { DeleteDatabaseDialog } from "./DeleteDatabaseDialog";
import { DeleteRoleDialog } from "./DeleteRoleDialog";
import { RenameDatabaseDialog } from "./RenameDatabaseDialog";
import { ResetPasswordDialog } from "./ResetPasswordDialog";
import { RolePasswordDialog } from "./RolePasswordDialog";

export const databaseDialogs = {
  createDatabase: CreateDatabaseDialog,
  renameDatabase: RenameDatabaseDialog,
  databaseOwner: DatabaseOwnerDialog,
  deleteDatabase: DeleteDatabaseDialog,
  createRole: CreateRoleDialog,
  rolePassword: RolePasswordDialog,
  resetPassword: ResetPasswordDialog,
  deleteRole: DeleteRoleDialog,
} satisfies Partial<DialogComponents>;
