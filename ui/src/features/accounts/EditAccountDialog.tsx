import { useState } from "react";
import { viewOf } from "@/data/errors";
import { useNewFailure } from "@/data/mutation";
import { singleUse } from "@/data/singleUse";
import { Failure } from "@/features/base/Failure";
import { MutationFormDialog } from "@/features/base/MutationDialogs";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import type { AccountView, EditAccount } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { SecretField } from "@/kit/control/SecretField";
import { TextInput } from "@/kit/control/TextInput";
import { AddressFields } from "./AddressFields";
import { accountNameError, addressError, keyError, pathError } from "./checks";
import { MarkFields } from "./MarkFields";
import { editingOf } from "./mutations";
import { EDIT, FAULTS } from "./words";

/** Changes what an account is called and marked as and, where they are its own, its addresses. */
export function EditAccountDialog({ account }: { account: AccountView }) {
  const { form, typed, change, key, setKey, newOrigin } = useEditForm(account);
  const wrong = form.fieldErrors;
  const addresses = hasOwnAddresses(account);
  return (
    <MutationFormDialog
      form={form}
      title={EDIT.title(account.name)}
      description={addresses ? EDIT.addressText : undefined}
      submit={EDIT.submit}
      failed={EDIT.failed}
      refusal={(notice) => <Failure {...notice} account={account.id} />}
    >
      <Field label={EDIT.name} hint={EDIT.nameHint} error={wrong.name}>
        <TextInput value={typed.name} onChange={(name) => change({ name })} />
      </Field>
      {addresses && <AddressFields addresses={typed} ca={account.ca} wrong={wrong} onChange={change} />}
      {newOrigin !== null && (
        <SecretField
          label={EDIT.key}
          value={key}
          onChange={setKey}
          error={wrong.key}
          hint={EDIT.keyHint(account.host, newOrigin)}
        />
      )}
      <MarkFields marks={{ colour: typed.colour, isProduction: typed.isProduction }} onChange={change} />
    </MutationFormDialog>
  );
}

interface EditTyped {
  name: string;
  colour: AccountView["colour"];
  isProduction: boolean;
  baseUrl: string;
  instantUrl: string;
  caFile: string;
}

/** Whether an account's addresses are the person's own to change. */
const hasOwnAddresses = ({ isOwn, platform }: AccountView) => isOwn && platform === "custom";

function typedOf(account: AccountView): EditTyped {
  const { name, colour, isProduction, baseUrl, instantUrl, ca } = account;
  return {
    name,
    colour,
    isProduction,
    baseUrl: baseUrl ?? "",
    instantUrl: instantUrl ?? "",
    caFile: ca?.path ?? "",
  };
}

/** Only what is different is sent: what somebody changed elsewhere meanwhile stays. */
export function editOf(before: EditTyped, typed: EditTyped, addresses: boolean): EditAccount {
  const changed = <Field extends keyof EditTyped>(field: Field): EditTyped[Field] | null =>
    typed[field] === before[field] ? null : typed[field];
  return {
    name: typed.name === before.name ? null : typed.name,
    colour: changed("colour"),
    isProduction: changed("isProduction"),
    isReadOnly: null,
    baseUrl: addresses ? (changed("baseUrl")?.trim() ?? null) : null,
    instantUrl: addresses ? (changed("instantUrl")?.trim() ?? null) : null,
    caFile: addresses ? (changed("caFile")?.trim() ?? null) : null,
  };
}

function fieldErrors(typed: EditTyped, addresses: boolean) {
  return {
    name: typed.name === "" ? FAULTS.nameMissing : accountNameError(typed.name),
    baseUrl: addresses ? addressError(typed.baseUrl, "required") : undefined,
    instantUrl: addresses ? addressError(typed.instantUrl, "optional") : undefined,
    caFile: addresses ? pathError(typed.caFile) : undefined,
  };
}

/** Scheme, host and port: the account's key is for these alone. */
function originOf(address: string | null): string | null {
  try {
    return new URL((address ?? "").trim()).origin;
  } catch {
    return null;
  }
}

/** The other origin that an address leads to, where it does and can be read. */
function otherOrigin(account: AccountView, baseUrl: string): string | null {
  const origin = originOf(baseUrl);
  return origin !== null && origin !== originOf(account.baseUrl) ? origin : null;
}

function useEditForm(account: AccountView) {
  const [before] = useState(() => typedOf(account));
  const [typed, change] = useDraft(before);
  const [key, setKey] = useState("");
  const spec = editingOf(account.id);
  const failure = useNewFailure(spec.key);
  const addresses = hasOwnAddresses(account);
  // The core decides; it says so where the window reads an address in another way.
  const isRefused = failure !== undefined && viewOf(failure.error).code === "keyNeeded";
  const refused = isRefused ? typed.baseUrl.trim() : null;
  const newOrigin = addresses ? (otherOrigin(account, typed.baseUrl) ?? refused) : null;
  const form = useForm(spec, {
    fieldErrors: { ...fieldErrors(typed, addresses), key: newOrigin === null ? undefined : keyError(key) },
    input: () => ({
      edit: editOf(before, typed, addresses),
      key: newOrigin === null ? null : singleUse(key.trim()),
    }),
  });
  return { form, typed, change, key, setKey, newOrigin };
}
