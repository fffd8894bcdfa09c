import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { FailureNotice } from "@/features/base/FailureNotice";
import type { AccountView, ConnectAccount } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { toast } from "@/kit/overlay/toasts";
import { AddressFields } from "./AddressFields";
import { addressTrouble, keyTrouble, nameTrouble, pathTrouble } from "./checks";
import { enter } from "./enter";
import { KeyField } from "./KeyField";
import { MarkFields } from "./MarkFields";
import { choosing, connecting } from "./mutations";
import { once } from "./once";

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

interface ConnectTyped extends Omit<ConnectAccount, "baseUrl" | "instantUrl" | "caFile" | "platform"> {
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
  colour: "verdigris",
  isProduction: false,
  isReadOnly: false,
};

/** What is wrong in which field. */
function troubles(typed: ConnectTyped) {
  const custom = typed.platform === "custom";
  return {
    key: keyTrouble(typed.key),
    name: nameTrouble(typed.name),
    baseUrl: custom ? addressTrouble(typed.baseUrl, "required") : undefined,
    instantUrl: custom ? addressTrouble(typed.instantUrl, "optional") : undefined,
    caFile: custom ? pathTrouble(typed.caFile) : undefined,
  };
}

const NOTHING_WRONG: Partial<ReturnType<typeof troubles>> = {};

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
    name: name.trim(),
    key: key.trim(),
    baseUrl: custom ? baseUrl.trim() : null,
    instantUrl: (custom && instantUrl.trim()) || null,
    caFile: (custom && caFile.trim()) || null,
  };
}

/** The form of a new account. What was typed stays until the account is there; the key goes with the form. */
function useConnectForm(onConnected: (account: AccountView) => void) {
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const connect = useWork(connecting);
  const wrong = troubles(typed);
  const submit = async () => {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return;
    const account = await connect.start(once(requestOf(typed)));
    if (account) onConnected(account);
  };
  return {
    typed,
    change: (changed: Partial<ConnectTyped>) => setTyped((now) => ({ ...now, ...changed })),
    wrong: tried ? wrong : NOTHING_WRONG,
    submit,
    busy: connect.underWay,
    failure: connect.failure,
  };
}

/** Where a key is that of an account which is there already: leads to that one. */
function OpenExisting({ error, onOpen }: { error: Error; onOpen(): void }) {
  const { code, about } = viewOf(error);
  const existing = useAccount(code === "exists" ? (about ?? "") : "");
  const choose = useWork(choosing);
  if (!existing) return null;
  const open = async () => {
    if (await choose.start(existing.id)) onOpen();
  };
  return (
    <Button size="small" busy={choose.underWay} onClick={() => void open()}>
      Open {existing.name}
    </Button>
  );
}
