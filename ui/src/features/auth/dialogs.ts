import type { DialogComponents } from "@/kit/overlay/dialogs";
import { AddDomainDialog } from "./AddDomainDialog";
import { CreateKeysDialog } from "./CreateKeysDialog";
import { CreateUserDialog } from "./CreateUserDialog";
import { DeleteDomainDialog } from "./DeleteDomainDialog";
import { DeleteUserDialog } from "./DeleteUserDialog";
import { EnableAuthDialog } from "./EnableAuthDialog";
import { RemoveAuthDialog } from "./RemoveAuthDialog";
import { SetRolesDialog } from "./SetRolesDialog";
import { TransferDialog } from "./TransferDialog";

export const authDialogs = {
  enableAuth: EnableAuthDialog,
  createSdkKeys: CreateKeysDialog,
  createAuthUser: CreateUserDialog,
  setAuthUserRoles: SetRolesDialog,
  deleteAuthUser: DeleteUserDialog,
  addAuthDomain: AddDomainDialog,
  deleteAuthDomain: DeleteDomainDialog,
  transferAuth: TransferDialog,
  removeAuth: RemoveAuthDialog,
} satisfies Partial<DialogComponents>;
