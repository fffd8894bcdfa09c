import { useState } from "react";
import { useWork } from "@/data/work";
import { nameTrouble } from "@/features/accounts/checks";
import { MarkFields, type Marks } from "@/features/accounts/MarkFields";
import { FailureNotice } from "@/features/base/FailureNotice";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { toast } from "@/kit/overlay/toasts";
import { savingOf } from "./mutations";

/** Makes an account of a key that is held: from the core into the keychain, never through the window. */
export function SaveKeyDialog({ heldId, keyName }: { heldId: string; keyName: string }) {
  const [name, setName] = useState(keyName);
  const [marks, setMarks] = useState<Marks & { isReadOnly: boolean }>({
    colour: "blue",
    isProduction: false,
    isReadOnly: false,
  });
  const [tried, setTried] = useState(false);
  const close = useUnask();
  const saving = useWork(savingOf(heldId));
  const save = async () => {
    setTried(true);
    if (nameTrouble(name)) return;
    const account = await saving.start({ name: name.trim(), ...marks });
    if (!account) return;
    close();
    toast({ title: `${account.name} is an account of this app` });
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void save()}
      title={`Save ${keyName} as an account`}
      description="The key is tried, then goes straight into the keychain. The account has the same addresses as the one that made the key."
      submit="Save account"
      busy={saving.underWay}
      after={
        saving.failure && <FailureNotice title="The account was not saved" error={saving.failure.error} />
      }
    >
      <Field
        label="Name"
        hint="Only here: the platform is not told. Empty takes the name of the key’s owner."
        error={tried ? nameTrouble(name) : undefined}
      >
        <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
      </Field>
      <MarkFields marks={marks} onChange={(changed) => setMarks((now) => ({ ...now, ...changed }))} />
    </FormDialog>
  );
}
