import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { deletingDomain } from "./mutations";
import type { DomainSubject } from "./places";
import { useReload } from "./queries";

/** Trusts a domain no more. */
export function DeleteDomainDialog({ subject }: { subject: DomainSubject }) {
  const { accountId, projectName, integration, domain } = subject;
  const account = useAccount(accountId);
  const reload = useReload(subject);
  const form = useForm(deletingDomain(subject, domain), { input: () => undefined, onRefused: reload });
  return (
    <CallConfirmDialog
      form={form}
      title="Remove this domain?"
      confirm="Remove domain"
      typeName={account?.isProduction ? domain : undefined}
      blocked={subject.locked}
      call={authCall(subject, `Remove ${domain}`, {
        kind: "deleteDomains",
        provider: integration.provider,
        domains: [domain],
      })}
      failed="The domain was not removed"
      retry
    >
      <FullPath of={[account?.name, projectName, domain]} />
      <p>Users who sign in from this domain are no longer redirected back to it. You can add it again.</p>
    </CallConfirmDialog>
  );
}
