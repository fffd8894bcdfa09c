import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { WebhooksView } from "@/ipc/generated";
import { FullPath } from "@/kit/data/FullPath";
import { settingWebhooks } from "./data";
import type { WebhooksSubject } from "./subjects";
import { words } from "./words";

const NONE: WebhooksView = { enabled: false, url: null, events: [], timeout: null };

/** Turns webhooks off, and lets the platform forget their address. */
export function RemoveWebhooksDialog({ subject }: { subject: WebhooksSubject }) {
  const { accountId, projectName, locked } = subject;
  const account = useAccount(accountId);
  const form = useForm(settingWebhooks(subject), { input: () => NONE });
  return (
    <CallConfirmDialog
      form={form}
      title={words.removeAsk}
      confirm={words.remove}
      typeName={account?.isProduction ? projectName : undefined}
      blocked={locked}
      call={words.remove}
      failed={words.removeFailed}
      retry
    >
      <FullPath of={[account?.name, projectName, words.label]} />
      <p>{words.removeAbout}</p>
    </CallConfirmDialog>
  );
}
