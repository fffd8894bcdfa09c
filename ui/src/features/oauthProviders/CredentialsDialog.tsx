import { useQueryClient } from "@tanstack/react-query";
import { oauthProvidersQuery } from "@/data/queries";
import { singleUse } from "@/data/singleUse";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { ClientFields } from "./ClientFields";
import { changeOf, errorsOfChange, errorsOfNew, NO_CLIENT, withoutSecret } from "./client";
import { changeAt, changingProvider } from "./mutations";
import type { ProviderSubject } from "./subjects";
import { providerWord, words } from "./words";

/** Gives a provider credentials of one's own, or other ones. */
export function CredentialsDialog({ subject }: { subject: ProviderSubject }) {
  const { provider } = subject;
  const [client, change] = useDraft(NO_CLIENT);
  const queries = useQueryClient();
  const word = providerWord(provider.id);
  const isOwn = provider.isShared === false;
  const fieldErrors = isOwn ? errorsOfChange(client) : errorsOfNew(client);
  const submit = isOwn ? words.change : words.ownSubmit;
  const form = useForm(changingProvider(subject, provider.id), {
    fieldErrors,
    input: () => singleUse(changeOf(provider.id, client)),
    onDone: (_done, finish) =>
      finish({
        title: isOwn ? words.changedWord(word) : words.ownDone(word),
      }),
    // Refused because it is gone, or not as it was: the list shows what there is.
    onRefused: () => void queries.invalidateQueries(oauthProvidersQuery(subject)),
  });
  return (
    <CallFormDialog
      form={form}
      title={isOwn ? words.changeTitle(word) : words.ownTitle(word)}
      description={isOwn ? words.changeAbout : words.ownAbout(word)}
      submit={submit}
      call={
        form.fits && {
          operation: changeAt(subject, provider.id, changeOf(provider.id, withoutSecret(client))),
          title: submit,
        }
      }
      failed={words.changeFailed}
    >
      <ClientFields
        provider={provider.id}
        client={client}
        onChange={change}
        fieldErrors={form.fieldErrors}
        kept={isOwn}
        known={provider}
      />
    </CallFormDialog>
  );
}
