import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { oauthProvidersQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { once } from "@/features/accounts/once";
import { toast } from "@/kit/overlay/toasts";
import type { CredentialsKind } from "./CredentialsFields";
import { additionOf, type Client, faultsOfNew, isFine, NO_CLIENT } from "./client";
import { addingProvider } from "./mutations";
import { ANOTHER } from "./ProviderField";
import type { OnAuth } from "./places";
import { providerWord } from "./words";

/** What is typed about a new provider, what is wrong with it, and its way to the platform. */
export function useAddProvider(at: OnAuth, onDone: () => void) {
  const account = useAccount(at.accountId);
  const providers = useQuery(oauthProvidersQuery(at.accountId, at.projectId));
  const adding = useWork(addingProvider(at));
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState("");
  const [kind, setKind] = useState<CredentialsKind>("shared");
  const [client, setClient] = useState(NO_CLIENT);
  const [tried, setTried] = useState(false);

  const there = providers.data ?? [];
  const isThere = (id: string) => there.some((each) => each.id === id);
  // The chosen one stays in the list when it turns up meanwhile: it is then said to be there.
  const options = (account?.profile.oauthProviders ?? []).filter((id) => id === chosen || !isThere(id));
  const choice = chosen ?? options[0] ?? ANOTHER;
  const id = choice === ANOTHER ? typed.trim() : choice;
  const taken = there.find((each) => each.id === id);
  const faults = kind === "own" ? faultsOfNew(client) : {};
  const faultOfId = faultOf(id);

  const canSend = !faultOfId && !taken && isFine(faults);
  const wish = canSend ? additionOf(id, kind === "own" ? client : undefined) : undefined;

  const add = async () => {
    setTried(true);
    setChosen(choice);
    if (!wish) return;
    const added = await adding.start(once(wish));
    if (added) {
      onDone();
      toast({ title: `People can sign in with ${providerWord(id)}` });
    }
    // Refused: somebody else may have added it meanwhile.
    else void providers.refetch();
  };
  return {
    options,
    choice,
    choose: setChosen,
    typed,
    type: setTyped,
    id,
    faultOfId: tried || typed !== "" ? faultOfId : undefined,
    taken,
    kind,
    setKind,
    client,
    change: (changed: Partial<Client>) => setClient((before) => ({ ...before, ...changed })),
    faults: tried ? faults : {},
    /** What would be sent now; nothing while it cannot be. */
    wish,
    add,
    busy: adding.underWay,
    failure: adding.failure,
  };
}

function faultOf(id: string): string | undefined {
  if (id === "") return "Write the provider’s ID.";
  return /[\s/?#]|\p{Cc}/u.test(id) || id === "." || id === ".."
    ? "Write it without blanks and slashes."
    : undefined;
}
