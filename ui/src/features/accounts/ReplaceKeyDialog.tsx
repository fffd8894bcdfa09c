import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { WorkFormDialog } from "@/features/base/WorkDialogs";
import type { AccountView } from "@/ipc/generated";
import { keyTrouble } from "./checks";
import { KeyField } from "./KeyField";
import { replacingOf } from "./mutations";
import { once } from "./once";

/** Gives an account another key, tried before the one that is there goes. */
export function ReplaceKeyDialog({ account, onClose }: { account: AccountView; onClose(): void }) {
  const [key, setKey] = useState("");
  const form = useForm(replacingOf(account.id), {
    faults: { key: keyTrouble(key) },
    input: () => once(key.trim()),
    done: () => ({ title: `${account.name} has its new key` }),
    onClose,
  });
  return (
    <WorkFormDialog
      form={form}
      title={`Replace the key of ${account.name}`}
      description="The new key is tried first. The old one is forgotten here only then; on the platform it stays valid until it is revoked there."
      submit="Replace key"
      failed="The key was not replaced"
    >
      <KeyField
        label="New API key"
        value={key}
        onChange={setKey}
        error={form.faults.key}
        hint={account.owner ? `Of the same owner: ${account.owner}.` : "Of the same owner."}
      />
    </WorkFormDialog>
  );
}
