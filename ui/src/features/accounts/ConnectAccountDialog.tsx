import { type FormEvent, useId } from "react";
import { Failure } from "@/features/Failure";
import { enter } from "@/features/welcome/enter";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { TextInput } from "@/kit/control/TextInput";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { toast } from "@/kit/overlay/toasts";
import styles from "./Account.module.css";
import { AddressFields } from "./AddressFields";
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
  const id = useId();
  const open = () => {
    unask();
    void enter(tools, { screen: "projects" });
  };
  const form = useConnectForm((account) => {
    open();
    toast({ title: `${account.name} is connected`, detail: "Its key is in the keychain." });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  const { typed, change, wrong, busy, failure } = form;
  return (
    <Dialog
      open
      onClose={unask}
      dismiss={busy ? "never" : "deliberate"}
      title="Connect an account"
      description="The key is tried once before it is saved, and then kept in the keychain. It never comes back to this window."
      footer={
        <>
          <Button onClick={unask} disabled={busy}>
            Cancel
          </Button>
          <Button tone="primary" submit form={id} busy={busy}>
            Connect account
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className={styles.form}>
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
      </form>
      {failure && (
        <Failure
          title="The account was not connected"
          error={failure.error}
          account={null}
          actions={<OpenExisting error={failure.error} onOpen={open} />}
        />
      )}
    </Dialog>
  );
}
