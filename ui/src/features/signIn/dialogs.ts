import type { DialogComponents } from "@/kit/overlay/dialogs";
import { PluginDialog } from "./PluginDialog";
import { SignInDialog } from "./SignInDialog";

export const signInDialogs = {
  changeSignIn: SignInDialog,
  changePlugin: PluginDialog,
} satisfies Partial<DialogComponents>;
