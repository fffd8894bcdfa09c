import { accountNameError } from "@/features/accounts/checks";
import { MarkFields } from "@/features/accounts/MarkFields";
import { MutationFormDialog } from "@/features/base/MutationDialogs";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import type { AccountColour, SaveKey } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { savingOf } from "./mutations";
import { SAVE } from "./words";

/** Makes an account of a key in memory: from the core into the keychain, never through the window. */
export function SaveKeyDialog({ secretId, keyName }: { secretId: string; keyName: string }) {
  const [draft, change] = useDraft<SaveKey & { colour: AccountColour | null }>({
    name: keyName,
    colour: null,
    isProduction: false,
    isReadOnly: false,
  });
  const form = useForm(savingOf(secretId), {
    fieldErrors: { name: accountNameError(draft.name) },
    refusals: { invalid: "name", exists: "name" },
    input: () => draft,
    onDone: ({ name }, finish) => finish({ title: SAVE.done(name) }),
  });
  return (
    <MutationFormDialog
      form={form}
      title={SAVE.title(keyName)}
      description={SAVE.text}
      submit={SAVE.submit}
      failed={SAVE.failed}
    >
      <Field label={COMMON.name} hint={SAVE.nameHint} error={form.fieldErrors.name}>
        <TextInput
          value={draft.name}
          onChange={(name) => change({ name })}
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <MarkFields marks={draft} onChange={change} />
    </MutationFormDialog>
  );
}
