import type { ReactNode } from "react";
import { useAccount } from "@/data/account";
import type { AccountView } from "@/ipc/generated";
import { type DialogComponents, useCloseDialog } from "@/kit/overlay/dialogs";
import { ConnectAccountDialog } from "./ConnectAccountDialog";
import { EditAccountDialog } from "./EditAccountDialog";
import { RemoveAccountDialog } from "./RemoveAccountDialog";
import { ReplaceKeyDialog } from "./ReplaceKeyDialog";
import { UnlockDialog } from "./UnlockDialog";

/** One about a certain account shows it as it stands now, and goes when the account does. */
const aboutOne = (Shown: (about: { account: AccountView; onClose(): void }) => ReactNode) =>
  function AboutAccount({ id }: { id: string }) {
    const close = useCloseDialog();
    const account = useAccount(id);
    return account && <Shown account={account} onClose={close} />;
  };

export const accountDialogs = {
  connectAccount: ConnectAccountDialog,
  editAccount: aboutOne(EditAccountDialog),
  replaceAccountKey: aboutOne(ReplaceKeyDialog),
  unlockAccount: aboutOne(UnlockDialog),
  removeAccount: aboutOne(RemoveAccountDialog),
} satisfies Partial<DialogComponents>;
