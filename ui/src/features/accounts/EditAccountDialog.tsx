import { type FormEvent, useId } from "react";
import { Failure } from "@/features/Failure";
import type { AccountView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import styles from "./Account.module.css";
import { AddressFields } from "./AddressFields";
import { MarkFields } from "./MarkFields";
import { hasOwnAddresses, useEditForm } from "./useEditForm";

/** Changes what an account is called and marked as and, where they are its own, its addresses. */
export function EditAccountDialog({ account }: { account: AccountView }) {
  const { typed, change, wrong, submit, busy, failure } = useEditForm(account, unask);
  const form = useId();
  const addresses = hasOwnAddresses(account);
  return (
    <Dialog
      open
      onClose={unask}
      dismiss={busy ? "never" : "deliberate"}
      title={`Edit ${account.name}`}
      description={
        addresses ? "A new address is asked with the account’s key before it is saved." : undefined
      }
      footer={
        <>
          <Button onClick={unask} disabled={busy}>
            Cancel
          </Button>
          <Button tone="primary" submit form={form} busy={busy}>
            Save account
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label="Name" hint="Only here: the platform is not told." error={wrong.name}>
          <TextInput value={typed.name} onChange={(name) => change({ name })} />
        </Field>
        {addresses && <AddressFields addresses={typed} wrong={wrong} onChange={change} />}
        <MarkFields marks={{ colour: typed.colour, isProduction: typed.isProduction }} onChange={change} />
      </form>
      {failure && <Failure title="The account was not changed" error={failure.error} account={account.id} />}
    </Dialog>
  );
}
