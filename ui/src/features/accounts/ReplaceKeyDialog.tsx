import { useState } from "react";
import { once } from "@/data/once";
import { useForm } from "@/features/base/useForm";
import { WorkFormDialog } from "@/features/base/WorkDialogs";
import type { AccountView } from "@/ipc/generated";
import { SecretField } from "@/kit/control/SecretField";
import { keyTrouble } from "./checks";
import { replacingOf } from "./mutations";
import { REPLACE } from "./words";

/** Gives an account another key, tried before the one that is there goes. */
export function ReplaceKeyDialog({ account, onClose }: { account: AccountView; onClose(): void }) {
  const [key, setKey] = useState("");
  const form = useForm(replacingOf(account.id), {
    faults: { key: keyTrouble(key) },
    input: () => once(key.trim()),
    onDone: (_done, finish) => finish({ title: REPLACE.replaced(account.name) }),
    onClose,
  });
  return (
    <WorkFormDialog
      form={form}
      title={REPLACE.title(account.name)}
      description={REPLACE.text}
      submit={REPLACE.submit}
      failed={REPLACE.failed}
    >
      <SecretField
        label={REPLACE.key}
        value={key}
        onChange={setKey}
        error={form.faults.key}
        hint={REPLACE.sameOwner(account.owner)}
      />
    </WorkFormDialog>
  );
}
