import { useState } from "react";
import { useWork } from "@/data/work";
import { FailureNotice } from "@/features/base/FailureNotice";
import type { AccountView } from "@/ipc/generated";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { toast } from "@/kit/overlay/toasts";
import { keyTrouble } from "./checks";
import { KeyField } from "./KeyField";
import { replacingOf } from "./mutations";
import { once } from "./once";

/** Gives an account another key, tried before the one that is there goes. */
export function ReplaceKeyDialog({ account, onClose }: { account: AccountView; onClose(): void }) {
  const [key, setKey] = useState("");
  const [tried, setTried] = useState(false);
  const replace = useWork(replacingOf(account.id));
  const submit = async () => {
    setTried(true);
    if (keyTrouble(key)) return;
    if (!(await replace.start(once(key.trim())))) return;
    onClose();
    toast({ title: `${account.name} has its new key` });
  };
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={() => void submit()}
      title={`Replace the key of ${account.name}`}
      description="The new key is tried first. The old one is forgotten here only then; on the platform it stays valid until it is revoked there."
      submit="Replace key"
      busy={replace.underWay}
      after={
        replace.failure && <FailureNotice title="The key was not replaced" error={replace.failure.error} />
      }
    >
      <KeyField
        label="New API key"
        value={key}
        onChange={setKey}
        error={tried ? keyTrouble(key) : undefined}
        hint={account.owner ? `Of the same owner: ${account.owner}.` : "Of the same owner."}
      />
    </FormDialog>
  );
}
