import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { oauthProvidersQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { toast } from "@/kit/overlay/toasts";
import { Notice } from "@/kit/state/Notice";
import { deletingProvider } from "./mutations";
import type { ProviderSubject } from "./places";
import { providerWord } from "./words";

/** Takes a way to sign in away. It counts as gone once the list that is read afterwards is without it. */
export function DeleteProviderDialog({ subject }: { subject: ProviderSubject }) {
  const { accountId, projectId, projectName, provider } = subject;
  const account = useAccount(accountId);
  const deleting = useWork(deletingProvider(subject, provider.id));
  const [remains, setRemains] = useState(false);
  const queries = useQueryClient();
  const close = useUnask();
  const word = providerWord(provider.id);
  const remove = async () => {
    setRemains(false);
    const list = await deleting.start(undefined);
    // Refused because it is gone, or not as it was: the list shows what there is.
    if (!list) void queries.invalidateQueries(oauthProvidersQuery(accountId, projectId));
    else if (list.some(({ id }) => id === provider.id)) setRemains(true);
    else {
      close();
      toast({ title: `${word} is deleted`, detail: "The list of the platform is without it." });
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void remove()}
      title={`Delete ${word}?`}
      confirm={`Delete ${word}`}
      typeName={account?.isProduction ? provider.id : undefined}
      busy={deleting.underWay}
      aside={
        <AuthCallButton
          at={subject}
          title={`Delete ${word}`}
          call={{ kind: "deleteProvider", provider: provider.id }}
        />
      }
      error={
        <>
          {deleting.failure && (
            <Failure
              title={`${word} was not deleted`}
              error={deleting.failure.error}
              onRetry={() => void remove()}
            />
          )}
          {remains && (
            <Notice tone="warning" role="alert" title={`${word} is still there`}>
              The platform took the request, and its list still has the provider. Try once more in a moment.
            </Notice>
          )}
        </>
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
    </ConfirmDialog>
  );
}
