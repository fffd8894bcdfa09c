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
    onDone: (_done, finish) => finish({ title: `Key for ${account.name} replaced` }),
    onClose,
  });
  return (
    <WorkFormDialog
      form={form}
      title={`Replace the key for ${account.name}`}
      description="The new key is verified before it replaces the old one. The old key stays valid on the platform until you revoke it there."
      submit="Replace key"
      failed="Couldn’t replace the key"
    >
      <KeyField
        label="New API key"
        value={key}
        onChange={setKey}
        error={form.faults.key}
        hint={
          account.owner
            ? `Must belong to the same owner: ${account.owner}.`
            : "Must belong to the same owner."
        }
      />
    </WorkFormDialog>
  );
}
