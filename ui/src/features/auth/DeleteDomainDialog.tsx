import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { deletingDomain } from "./mutations";
import { useReload } from "./queries";
import type { DomainSubject } from "./subjects";
import { domainWords as words } from "./words";

/** Trusts a domain no more. */
export function DeleteDomainDialog({ subject }: { subject: DomainSubject }) {
  const { accountId, projectName, domain } = subject;
  const account = useAccount(accountId);
  const reload = useReload(subject);
  const form = useForm(deletingDomain(subject, domain), {
    input: () => undefined,
    deletes: domain,
    onRefused: reload,
  });
  return (
    <CallConfirmDialog
      form={form}
      title={words.remove}
      confirm={words.removeSubmit}
      typeName={account?.isProduction ? domain : undefined}
      blocked={subject.locked}
      call={words.removeCall(domain)}
      failed={words.removeFailed}
      retry
    >
      <FullPath of={[account?.name, projectName, domain]} />
      <p>{words.removeAbout}</p>
    </CallConfirmDialog>
  );
}
