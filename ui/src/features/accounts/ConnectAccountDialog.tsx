import { FailureNotice } from "@/features/base/FailureNotice";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { toast } from "@/kit/overlay/toasts";
import { AddressFields } from "./AddressFields";
import { enter } from "./enter";
import { KeyField } from "./KeyField";
import { MarkFields } from "./MarkFields";
import { OpenExisting } from "./OpenExisting";
import { useConnectForm } from "./useConnectForm";

const PLATFORMS = [
  { value: "neon", label: "Neon", hint: "Its addresses are known." },
  { value: "custom", label: "Custom addresses", hint: "A platform with the same interface elsewhere." },
] as const;

/** Connects an account: the key is tried before anything is saved, and what was typed stays until then. */
export function ConnectAccountDialog() {
  const { tools } = useActionSurroundings();
  const close = useUnask();
  const open = () => {
    close();
    void enter(tools, { screen: "projects" });
  };
  const form = useConnectForm((account) => {
    open();
    toast({ title: `${account.name} is connected`, detail: "Its key is in the keychain." });
  });
  const { typed, change, wrong, busy, failure } = form;
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void form.submit()}
      title="Connect an account"
      description="The key is tried once before it is saved, and then kept in the keychain. It never comes back to this window."
      submit="Connect account"
      busy={busy}
      after={
        failure && (
          <FailureNotice
            title="The account was not connected"
            error={failure.error}
            actions={<OpenExisting error={failure.error} onOpen={open} />}
          />
        )
      }
    >
      <RadioGroup
        label="Platform"
        options={PLATFORMS}
        value={typed.platform}
        onChange={(platform) => change({ platform })}
      />
      {typed.platform === "custom" && <AddressFields addresses={typed} wrong={wrong} onChange={change} />}
      <KeyField
        label="API key"
        value={typed.key}
        onChange={(key) => change({ key })}
        error={wrong.key}
        hint="The first key comes from the platform’s web console: account settings, API keys, create. It is shown there once. Keys of an organization and of a single project work as well."
      />
      <Field label="Name" hint="The key’s owner when left empty." error={wrong.name} optional>
        <TextInput value={typed.name} onChange={(name) => change({ name })} />
      </Field>
      <MarkFields marks={typed} onChange={change} />
    </FormDialog>
  );
}
