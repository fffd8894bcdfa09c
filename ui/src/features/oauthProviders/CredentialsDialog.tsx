import { useQueryClient } from "@tanstack/react-query";
import { oauthProvidersQuery } from "@/data/queries";
import { once } from "@/features/accounts/once";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { ClientFields } from "./ClientFields";
import { callOfChange, changeOf, faultsOfChange, faultsOfNew, NO_CLIENT } from "./client";
import { changingProvider } from "./mutations";
import type { ProviderSubject } from "./places";
import { providerWord } from "./words";

/** Gives a provider credentials of one's own, or other ones. */
export function CredentialsDialog({ subject }: { subject: ProviderSubject }) {
  const { accountId, projectId, provider } = subject;
  const [client, change] = useDraft(NO_CLIENT);
  const queries = useQueryClient();
  const word = providerWord(provider.id);
  const isOwn = provider.isShared === false;
  const faults = isOwn ? faultsOfChange(client) : faultsOfNew(client);
  const request = changeOf(provider.id, client);
  const submit = isOwn ? "Change credentials" : "Use own credentials";
  const form = useForm(changingProvider(subject, provider.id), {
    faults,
    input: () => once(request),
    onDone: (_done, finish) =>
      finish({
        title: isOwn ? `${word} credentials changed` : `${word} uses your own credentials`,
      }),
    // Refused because it is gone, or not as it was: the list shows what there is.
    onRefused: () => void queries.invalidateQueries(oauthProvidersQuery(accountId, projectId)),
  });
  return (
    <CallFormDialog
      form={form}
      title={isOwn ? `Change credentials of ${word}` : `Own credentials for ${word}`}
      description={
        isOwn
          ? "The platform does not show them again. Leave a field empty to keep its value."
          : `Users then sign in through the app you registered at ${word}. To use the platform’s credentials again, delete the provider and add it again.`
      }
      submit={submit}
      call={form.fits && authCall(subject, submit, callOfChange(provider.id, request))}
      failed="The credentials were not changed"
    >
      <ClientFields
        provider={provider.id}
        client={client}
        onChange={change}
        faults={form.faults}
        kept={isOwn}
        known={provider}
      />
    </CallFormDialog>
  );
}
