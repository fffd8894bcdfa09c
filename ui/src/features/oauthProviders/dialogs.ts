import type { DialogComponents } from "@/kit/overlay/dialogs";
import { AddProviderDialog } from "./AddProviderDialog";
import { CredentialsDialog } from "./CredentialsDialog";
import { DeleteProviderDialog } from "./DeleteProviderDialog";

export const oauthProviderDialogs = {
  addOauthProvider: AddProviderDialog,
  oauthCredentials: CredentialsDialog,
  deleteOauthProvider: DeleteProviderDialog,
} satisfies Partial<DialogComponents>;
