import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { WorkFormDialog } from "@/features/base/WorkDialogs";
import type { ConnectAccount } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { TextInput } from "@/kit/control/TextInput";
import { toast } from "@/kit/overlay/toasts";
import { AddressFields } from "./AddressFields";
import { addressTrouble, keyTrouble, nameTrouble, pathTrouble } from "./checks";
import { enter } from "./enter";
import { KeyField } from "./KeyField";
import { MarkFields } from "./MarkFields";
import { choosing, connecting } from "./mutations";
import { once } from "./once";

const PLATFORMS = [
  { value: "neon", label: "Neon", hint: "The hosted platform." },
  { value: "custom", label: "Custom addresses", hint: "A platform with a compatible API." },
] as const;

/** Connects an account: the key is tried before anything is saved, and what was typed stays until then. */
export function ConnectAccountDialog() {
  const { tools } = useActionSurroundings();
  const [typed, change] = useDraft(EMPTY);
  const form = useForm(connecting, {
    faults: troubles(typed),
    input: () => once(requestOf(typed)),
    onDone: (account) => {
      open();
      toast({ title: `${account.name} connected`, detail: "The key is stored in the keychain." });
    },
  });
  const open = () => {
    form.close();
    void enter(tools, { screen: "projects" });
  };
  const { faults: wrong, error } = form;
  return (
    <WorkFormDialog
      form={form}
      title="Connect an account"
      description="The key is verified, then stored in the keychain. It is never shown again."
      submit="Connect account"
      failed="Couldn’t connect the account"
      wayOut={error && <OpenExisting error={error} onOpen={open} />}
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
        hint="Create the first key in the platform’s web console, under Account settings, API keys. It is shown there once. Organization and project keys also work."
      />
      <Field label="Name" hint="Defaults to the key’s owner." error={wrong.name} optional>
        <TextInput value={typed.name} onChange={(name) => change({ name })} />
      </Field>
      <MarkFields marks={typed} onChange={change} />
    </WorkFormDialog>
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
