import { useAccount } from "@/data/account";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { deletingDomain } from "./mutations";
import type { DomainSubject } from "./places";
import { useLookAgain } from "./queries";

/** Trusts a domain no more. */
export function DeleteDomainDialog({ subject }: { subject: DomainSubject }) {
  const { accountId, projectName, integration, domain } = subject;
  const account = useAccount(accountId);
  const close = useUnask();
  const deleting = useWork(deletingDomain(subject, domain));
  const lookAgain = useLookAgain(subject);
  const remove = async () => {
    if (await deleting.start(undefined)) close();
    else lookAgain();
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void remove()}
      title="Remove this domain?"
      confirm="Remove domain"
      typeName={account?.isProduction ? domain : undefined}
      blocked={subject.locked}
      busy={deleting.underWay}
      aside={
        <AuthCallButton
          at={subject}
          title={`Remove ${domain}`}
          call={{ kind: "deleteDomains", provider: integration.provider, domains: [domain] }}
        />
      }
      error={
        deleting.failure && (
          <Failure
            title="The domain was not removed"
            error={deleting.failure.error}
            onRetry={() => void remove()}
          />
        )
      }
    >
      <FullPath>{[account?.name, projectName, domain].filter(Boolean).join(" / ")}</FullPath>
      <p>Whoever logs in at a program there is not sent back to it any more. It can be added again.</p>
    </ConfirmDialog>
  );
}
