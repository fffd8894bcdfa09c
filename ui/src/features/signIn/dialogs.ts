import type { DialogComponents } from "@/kit/overlay/dialogs";
import { SignInDialog } from "./SignInDialog";

export const signInDialogs = {
  changeSignIn: SignInDialog,
} satisfies Partial<DialogComponents>;
