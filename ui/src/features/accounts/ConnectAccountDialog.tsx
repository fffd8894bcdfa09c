import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { once } from "@/data/once";
import { useWork } from "@/data/work";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { WorkFormDialog } from "@/features/base/WorkDialogs";
import type { ConnectAccount } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { SecretField } from "@/kit/control/SecretField";
import { TextInput } from "@/kit/control/TextInput";
import { toast } from "@/kit/overlay/toasts";
import { AddressFields } from "./AddressFields";
import { addressTrouble, keyTrouble, nameTrouble, pathTrouble } from "./checks";
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
  const form = useForm(connecting, {
    faults: troubles(typed),
    input: () => once(requestOf(typed)),
    onDone: (account) => {
      open();
      toast({ title: CONNECT.connected(account.name), detail: CONNECT.stored });
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
      title={CONNECT.title}
      description={CONNECT.text}
      submit={CONNECT.submit}
      failed={CONNECT.failed}
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
      {CONNECT.open(existing.name)}
    </Button>
  );
}
