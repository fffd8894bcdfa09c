import { useState } from "react";
import { useWork } from "@/data/work";
import type { AccountView, ConnectAccount } from "@/ipc/generated";
import { addressTrouble, keyTrouble, nameTrouble, pathTrouble } from "./checks";
import { connecting } from "./mutations";
import { once } from "./once";

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

function wishOf({
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
export function useConnectForm(onConnected: (account: AccountView) => void) {
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const connect = useWork(connecting);
  const wrong = troubles(typed);
  const submit = async () => {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return;
    const account = await connect.start(once(wishOf(typed)));
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
