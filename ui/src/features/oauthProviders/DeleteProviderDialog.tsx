import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { oauthProvidersQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { toast } from "@/kit/overlay/toasts";
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
    onDone: (list) => {
      if (list.some(({ id }) => id === provider.id)) return setRemains(true);
      form.close();
      toast({ title: `${word} is deleted`, detail: "The list of the platform is without it." });
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
          <Notice tone="warning" role="alert" title={`${word} is still there`}>
            The platform took the request, and its list still has the provider. Try once more in a moment.
          </Notice>
        )
      }
    >
      <FullPath>{[account?.name, projectName, word].filter(Boolean).join(" / ")}</FullPath>
      <p>
        Nobody can sign in with {word} any more. Its users stay in the table, and those who have no other way
        to sign in cannot get in until it is added again.
      </p>
      {provider.isShared !== true && (
        <p>
          The platform forgets the credentials. To add it again, you need client ID and secret from {word}.
        </p>
      )}
    </CallConfirmDialog>
  );
}
