import { useState } from "react";
import { singleUse } from "@/data/singleUse";
import { MutationFormDialog } from "@/features/base/MutationDialogs";
import { useForm } from "@/features/base/useForm";
import type { AccountView } from "@/ipc/generated";
import { SecretField } from "@/kit/control/SecretField";
import { keyError } from "./checks";
import { replacingOf } from "./mutations";
import { REPLACE } from "./words";

/** Gives an account another key, tried before the one that is there goes. */
export function ReplaceKeyDialog({ account, onClose }: { account: AccountView; onClose(): void }) {
  const [key, setKey] = useState("");
  const form = useForm(replacingOf(account.id), {
    fieldErrors: { key: keyError(key) },
    input: () => singleUse(key.trim()),
    onDone: (_done, finish) => finish({ title: REPLACE.replaced(account.name) }),
    onClose,
  });
  return (
    <MutationFormDialog
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
        error={form.fieldErrors.key}
        hint={REPLACE.sameOwner(account.owner)}
      />
    </MutationFormDialog>
  );
}
