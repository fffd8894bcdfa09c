import { useRef } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { useMutationSpec } from "@/data/mutation";
import { singleUse } from "@/data/singleUse";
import { MutationFormDialog } from "@/features/base/MutationDialogs";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import type { AccountColour, ConnectAccount } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { SecretField } from "@/kit/control/SecretField";
import { TextInput } from "@/kit/control/TextInput";
import { toast } from "@/kit/overlay/toasts";
import { AddressFields } from "./AddressFields";
import { accountNameError, addressError, keyError, pathError } from "./checks";
import { enter } from "./enter";
import { MarkFields } from "./MarkFields";
import { choosing, connecting } from "./mutations";
import { CONNECT } from "./words";

const PLATFORMS = [
  { value: "neon", label: CONNECT.neon, hint: CONNECT.neonHint },
  { value: "custom", label: CONNECT.custom, hint: CONNECT.customHint },
] as const;

/** Connects an account: the key is tried before anything is saved, and what was typed stays until then. */
export function ConnectAccountDialog() {
  const { tools } = useActionSurroundings();
  const [typed, change] = useDraft(EMPTY);
  const key = useRef<HTMLInputElement>(null);
  const form = useForm(connecting, {
    fieldErrors: fieldErrors(typed),
    input: () => singleUse(requestOf(typed)),
    onDone: (account) => {
      open();
      toast({ title: CONNECT.connected(account.name), detail: CONNECT.stored });
    },
  });
  const open = () => {
    form.close();
    void enter(tools, { screen: "projects" });
  };
  const { fieldErrors: wrong, error } = form;
  return (
    <MutationFormDialog
      form={form}
      title={CONNECT.title}
      description={CONNECT.text}
      submit={CONNECT.submit}
      failed={CONNECT.failed}
      initialFocus={key}
      wayOut={error && <OpenExisting error={error} onOpen={open} />}
    >
      <RadioGroup
        label={CONNECT.platform}
        options={PLATFORMS}
        value={typed.platform}
        onChange={(platform) => change({ platform })}
      />
      {typed.platform === "custom" && <AddressFields addresses={typed} wrong={wrong} onChange={change} />}
      <SecretField
        ref={key}
        label={CONNECT.key}
        value={typed.key}
        onChange={(key) => change({ key })}
        error={wrong.key}
        hint={CONNECT.keyHint}
      />
      <Field label={CONNECT.name} hint={CONNECT.nameHint} error={wrong.name} optional>
        <TextInput value={typed.name} onChange={(name) => change({ name })} />
      </Field>
      <MarkFields marks={typed} onChange={change} />
    </MutationFormDialog>
  );
}

interface ConnectTyped
  extends Omit<ConnectAccount, "baseUrl" | "instantUrl" | "caFile" | "platform" | "colour"> {
  /** `null` until one is chosen. */
  colour: AccountColour | null;
  platform: "neon" | "custom";
  baseUrl: string;
  instantUrl: string;
  caFile: string;
}

const EMPTY: ConnectTyped = {
  platform: "neon",
  baseUrl: "",
  instantUrl: "",
  caFile: "",
  key: "",
  name: "",
  colour: null,
  isProduction: false,
  isReadOnly: false,
};

/** What is wrong in which field. */
function fieldErrors(typed: ConnectTyped) {
  const custom = typed.platform === "custom";
  return {
    key: keyError(typed.key),
    name: accountNameError(typed.name),
    baseUrl: custom ? addressError(typed.baseUrl, "required") : undefined,
    instantUrl: custom ? addressError(typed.instantUrl, "optional") : undefined,
    caFile: custom ? pathError(typed.caFile) : undefined,
  };
}

function requestOf({
  platform,
  baseUrl,
  instantUrl,
  caFile,
  key,
  name,
  ...marks
}: ConnectTyped): ConnectAccount {
  const custom = platform === "custom";
  return {
    ...marks,
    platform,
    name,
    key: key.trim(),
    baseUrl: custom ? baseUrl.trim() : null,
    instantUrl: (custom && instantUrl.trim()) || null,
    caFile: (custom && caFile.trim()) || null,
  };
}

/** Where a key is that of an account which is there already: leads to that one. */
function OpenExisting({ error, onOpen }: { error: Error; onOpen(): void }) {
  const { code, about } = viewOf(error);
  const existing = useAccount(code === "exists" ? (about ?? "") : "");
  const choose = useMutationSpec(choosing);
  if (!existing) return null;
  const open = async () => {
    if (await choose.start(existing.id)) onOpen();
  };
  return (
    <Button size="small" busy={choose.underWay} onClick={() => void open()}>
      {CONNECT.open(existing.name)}
    </Button>
  );
}
