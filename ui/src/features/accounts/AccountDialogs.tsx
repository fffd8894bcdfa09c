import { useAccount } from "@/data/account";
import { type Asked, useUnask } from "@/kit/overlay/asked";
import { ConnectAccountDialog } from "./ConnectAccountDialog";
import { EditAccountDialog } from "./EditAccountDialog";
import { RemoveAccountDialog } from "./RemoveAccountDialog";
import { ReplaceKeyDialog } from "./ReplaceKeyDialog";
import { UnlockDialog } from "./UnlockDialog";

type AccountAsked = Extract<
  Asked,
  { dialog: "connectAccount" | "editAccount" | "replaceAccountKey" | "unlockAccount" | "removeAccount" }
>;

/** The dialogs about accounts. One about a certain account shows it as it stands now, and goes when the account does. */
export function AccountDialogs({ asked }: { asked: AccountAsked }) {
  const close = useUnask();
  const account = useAccount(asked.dialog === "connectAccount" ? "" : asked.id);
  if (asked.dialog === "connectAccount") return <ConnectAccountDialog />;
  if (!account) return null;
  switch (asked.dialog) {
    case "editAccount":
      return <EditAccountDialog account={account} />;
    case "replaceAccountKey":
      return <ReplaceKeyDialog account={account} onClose={close} />;
    case "unlockAccount":
      return <UnlockDialog account={account} onClose={close} />;
    case "removeAccount":
      return <RemoveAccountDialog account={account} />;
  }
}
