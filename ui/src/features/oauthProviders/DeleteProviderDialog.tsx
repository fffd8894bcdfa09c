import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { oauthProvidersQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { Notice } from "@/kit/state/Notice";
import { deletingProvider } from "./mutations";
import type { ProviderSubject } from "./subjects";
import { providerWord, words } from "./words";

/** Takes a way to sign in away. It counts as gone once the list that is read afterwards is without it. */
export function DeleteProviderDialog({ subject }: { subject: ProviderSubject }) {
  const { accountId, projectName, provider } = subject;
  const account = useAccount(accountId);
  const [remains, setRemains] = useState(false);
  const queries = useQueryClient();
  const word = providerWord(provider.id);
  const form = useForm(deletingProvider(subject, provider.id), {
    input: () => undefined,
    deletes: word,
    onDone: (list, finish) => {
      if (list.some(({ id }) => id === provider.id)) setRemains(true);
      else finish({ title: words.deleted(word), detail: words.deletedDetail });
    },
    // Refused because it is gone, or not as it was: the list shows what there is.
    onRefused: () => void queries.invalidateQueries(oauthProvidersQuery(subject)),
  });
  return (
    <CallConfirmDialog
      form={form}
      title={words.deleteAsk(word)}
      confirm={words.delete(word)}
      typeName={account?.isProduction ? provider.id : undefined}
      call={words.delete(word)}
      failed={words.deleteFailed(word)}
      retry
      error={
        remains &&
        !form.busy &&
        !form.error && (
          <Notice tone="warning" role="alert" title={words.remains(word)}>
            {words.remainsAbout}
          </Notice>
        )
      }
    >
      <FullPath of={[account?.name, projectName, word]} />
      <p>{words.deleteEnds(word)}</p>
      {provider.isShared !== true && <p>{words.deleteLoses(word)}</p>}
    </CallConfirmDialog>
  );
}
