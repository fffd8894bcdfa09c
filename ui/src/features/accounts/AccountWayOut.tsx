import { useState } from "react";
import { Button } from "@/kit/control/Button";
import { useAccount, useCurrentAccount } from "./current";
import { ReplaceKeyDialog } from "./ReplaceKeyDialog";
import { UnlockDialog } from "./UnlockDialog";

interface AccountWayOutProps {
  remedy: "unlock" | "replaceKey";
  /** Of the account; the current one when it is none of ours. */
  accountId: string | null;
}

/**
 * The way out of an error that an account's lock or key is the reason of. Its dialog opens over whatever shows the error,
 * so that nothing that was typed there is lost.
 */
export function AccountWayOut({ remedy, accountId }: AccountWayOutProps) {
  const named = useAccount(accountId ?? "");
  const current = useCurrentAccount();
  const [open, setOpen] = useState(false);
  const account = named ?? current;
  const close = () => setOpen(false);
  if (!account) return null;
  if (remedy === "unlock" ? !account.isReadOnly : !account.isOwn) return null;
  return (
    <>
      <Button size="small" icon={remedy === "unlock" ? "lock" : "key"} onClick={() => setOpen(true)}>
        {remedy === "unlock" ? "Unlock…" : "Replace key…"}
      </Button>
      {open && remedy === "unlock" && <UnlockDialog account={account} onClose={close} />}
      {open && remedy === "replaceKey" && <ReplaceKeyDialog account={account} onClose={close} />}
    </>
  );
}
