import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { oauthProvidersQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { once } from "@/features/accounts/once";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { toast } from "@/kit/overlay/toasts";
import { ClientFields } from "./ClientFields";
import { callOfChange, changeOf, faultsOfChange, faultsOfNew, isFine, NO_CLIENT } from "./client";
import { changingProvider } from "./mutations";
import type { ProviderSubject } from "./places";
import { providerWord } from "./words";

/** Gives a provider credentials of one's own, or other ones. */
export function CredentialsDialog({ subject }: { subject: ProviderSubject }) {
  const { accountId, projectId, provider } = subject;
  const [client, setClient] = useState(NO_CLIENT);
  const [tried, setTried] = useState(false);
  const changing = useWork(changingProvider(subject, provider.id));
  const queries = useQueryClient();
  const close = useUnask();
  const word = providerWord(provider.id);
  const isOwn = provider.isShared === false;
  const faults = isOwn ? faultsOfChange(client) : faultsOfNew(client);
  const wish = isFine(faults) ? changeOf(provider.id, client) : undefined;
  const submit = isOwn ? "Change credentials" : "Use own credentials";
  const save = async () => {
    setTried(true);
    if (!wish) return;
    if (await changing.start(once(wish))) {
      close();
      toast({ title: isOwn ? `${word} has its new credentials` : `${word} uses your own credentials` });
    }
    // Refused because it is gone, or not as it was: the list shows what there is.
    else void queries.invalidateQueries(oauthProvidersQuery(accountId, projectId));
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void save()}
      title={isOwn ? `Change credentials of ${word}` : `Own credentials for ${word}`}
      description={
        isOwn
          ? "The platform shows neither of them again. What is left empty stays as it is."
          : `From then on people sign in through the app that you registered at ${word}, under its name. To go back to the platform’s credentials, delete the provider and add it again.`
      }
      submit={submit}
      busy={changing.underWay}
      aside={wish && <AuthCallButton at={subject} title={submit} call={callOfChange(provider.id, wish)} />}
      after={
        changing.failure && (
          <Failure title="The credentials were not changed" error={changing.failure.error} />
        )
      }
    >
      <ClientFields
        provider={provider.id}
        client={client}
        onChange={(changed) => setClient((before) => ({ ...before, ...changed }))}
        faults={tried ? faults : {}}
        kept={isOwn}
        known={provider}
      />
    </FormDialog>
  );
}
