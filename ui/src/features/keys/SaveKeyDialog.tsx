import { nameTrouble } from "@/features/accounts/checks";
import { MarkFields } from "@/features/accounts/MarkFields";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { WorkFormDialog } from "@/features/base/WorkDialogs";
import type { SaveKey } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { savingOf } from "./mutations";

/** Makes an account of a key that is held: from the core into the keychain, never through the window. */
export function SaveKeyDialog({ secretId, keyName }: { secretId: string; keyName: string }) {
  const [draft, change] = useDraft<SaveKey>({
    name: keyName,
    colour: "blue",
    isProduction: false,
    isReadOnly: false,
  });
  const form = useForm(savingOf(secretId), {
    faults: { name: nameTrouble(draft.name) },
    input: () => ({ ...draft, name: draft.name.trim() }),
    onDone: ({ name }, finish) => finish({ title: `Account ${name} added` }),
  });
  return (
    <WorkFormDialog
      form={form}
      title={`Save ${keyName} as an account`}
      description="Tests the key and saves it to the keychain. The new account uses the same addresses as the one that created the key."
      submit="Save account"
      failed="The account was not saved"
    >
      <Field
        label="Name"
        hint="Only used in Plinth. Leave empty to use the name of the key’s owner."
        error={form.faults.name}
      >
        <TextInput
          value={draft.name}
          onChange={(name) => change({ name })}
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <MarkFields marks={draft} onChange={change} />
    </WorkFormDialog>
  );
}
