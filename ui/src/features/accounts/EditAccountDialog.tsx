import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { AddressFields } from "./AddressFields";
import { Failure } from "./Failure";
import { KeyField } from "./KeyField";
import { MarkFields } from "./MarkFields";
import { hasOwnAddresses, useEditForm } from "./useEditForm";

/** Changes what an account is called and marked as and, where they are its own, its addresses. */
export function EditAccountDialog({ account }: { account: AccountView }) {
  const close = useUnask();
  const { typed, change, key, setKey, newOrigin, wrong, submit, busy, failure } = useEditForm(account, close);
  const addresses = hasOwnAddresses(account);
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void submit()}
      title={`Edit ${account.name}`}
      description={
        addresses
          ? "A new address is asked before it is saved. At another host or port it takes the key once more."
          : undefined
      }
      submit="Save account"
      busy={busy}
      after={
        failure && <Failure title="The account was not changed" error={failure.error} account={account.id} />
      }
    >
      <Field label="Name" hint="Only here: the platform is not told." error={wrong.name}>
        <TextInput value={typed.name} onChange={(name) => change({ name })} />
      </Field>
      {addresses && <AddressFields addresses={typed} ca={account.ca} wrong={wrong} onChange={change} />}
      {newOrigin !== null && (
        <KeyField
          label="API key for the new address"
          value={key}
          onChange={setKey}
          error={wrong.key}
          hint={`The key that is kept is for ${account.host ?? "the present address"} alone. The one typed here is sent to ${newOrigin}.`}
        />
      )}
      <MarkFields marks={{ colour: typed.colour, isProduction: typed.isProduction }} onChange={change} />
    </FormDialog>
  );
}
