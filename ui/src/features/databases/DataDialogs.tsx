import type { Asked } from "@/kit/overlay/asked";
import { CreateDatabaseDialog } from "./CreateDatabaseDialog";
import { CreateRoleDialog } from "./CreateRoleDialog";
import { DatabaseOwnerDialog } from "./DatabaseOwnerDialog";
import { DeleteDatabaseDialog } from "./DeleteDatabaseDialog";
import { DeleteRoleDialog } from "./DeleteRoleDialog";
import { RenameDatabaseDialog } from "./RenameDatabaseDialog";
import { ResetPasswordDialog } from "./ResetPasswordDialog";
import { RolePasswordDialog } from "./RolePasswordDialog";

type DataAsked = Extract<
  Asked,
  {
    dialog:
      | "createDatabase"
      | "renameDatabase"
      | "databaseOwner"
      | "deleteDatabase"
      | "createRole"
      | "rolePassword"
      | "resetPassword"
      | "deleteRole";
  }
>;

/** The dialogs about databases and roles. */
export function DataDialogs({ asked }: { asked: DataAsked }) {
  switch (asked.dialog) {
    case "createDatabase":
      return <CreateDatabaseDialog at={asked.at} />;
    case "renameDatabase":
      return <RenameDatabaseDialog subject={asked.subject} />;
    case "databaseOwner":
      return <DatabaseOwnerDialog subject={asked.subject} />;
    case "deleteDatabase":
      return <DeleteDatabaseDialog subject={asked.subject} />;
    case "createRole":
      return <CreateRoleDialog at={asked.at} />;
    case "rolePassword":
      return <RolePasswordDialog subject={asked.subject} />;
    case "resetPassword":
      return <ResetPasswordDialog subject={asked.subject} />;
    case "deleteRole":
      return <DeleteRoleDialog subject={asked.subject} />;
  }
}
