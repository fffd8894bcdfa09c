import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { oauthProvidersQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { Notice } from "@/kit/state/Notice";
import { deletingProvider } from "./mutations";
import type { ProviderSubject } from "./places";
import { providerWord } from "./words";

/** Takes a way to sign in away. It counts as gone once the list that is read afterwards is without it. */
export function DeleteProviderDialog({ subject }: { subject: ProviderSubject }) {
  const { accountId, projectId, projectName, provider } = subject;
  const account = useAccount(accountId);
  const [remains, setRemains] = useState(false);
  const queries = useQueryClient();
  const word = providerWord(provider.id);
  const form = useForm(deletingProvider(subject, provider.id), {
    input: () => setRemains(false),
    onDone: (list, finish) => {
      if (list.some(({ id }) => id === provider.id)) setRemains(true);
      else finish({ title: `${word} deleted`, detail: "The platform no longer lists it." });
    },
    // Refused because it is gone, or not as it was: the list shows what there is.
    onRefused: () => void queries.invalidateQueries(oauthProvidersQuery(accountId, projectId)),
  });
  return (
    <CallConfirmDialog
      form={form}
      title={`Delete ${word}?`}
      confirm={`Delete ${word}`}
      typeName={account?.isProduction ? provider.id : undefined}
      call={authCall(subject, `Delete ${word}`, { kind: "deleteProvider", provider: provider.id })}
      failed={`${word} was not deleted`}
      retry
      error={
        remains && (
          <Notice tone="warning" role="alert" title={`${word} still exists`}>
            The platform accepted the request but still lists the provider. Try again in a moment.
          </Notice>
        )
      }
    >
      <FullPath of={[account?.name, projectName, word]} />
      <p>
        Nobody can sign in with {word} any more. Its users stay in the table, but those with no other sign-in
        method are locked out until you add it again.
      </p>
      {provider.isShared !== true && (
        <p>
          The platform deletes the credentials. To add it again, you need the client ID and secret from {word}
          .
        </p>
      )}
    </CallConfirmDialog>
  );
}
