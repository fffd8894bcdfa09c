import { useAccount } from "@/data/account";
import { once } from "@/features/accounts/once";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { EmailServerEdit } from "@/ipc/generated";
import { Facts } from "@/kit/data/Facts";
import { FullPath } from "@/kit/data/FullPath";
import { settingServer } from "./mutations";
import type { EmailSubject } from "./places";
import { addressOf, senderOf } from "./words";

/** Goes back to the platform's server, after saying what is lost with one's own. */
export function SharedServerDialog({ subject }: { subject: EmailSubject }) {
  const { accountId, projectName, server } = subject;
  const account = useAccount(accountId);
  const form = useForm(settingServer(subject), {
    input: () => once<EmailServerEdit>({ kind: "shared" }),
    onDone: (_done, finish) => finish({ title: `Email server changed to the platform’s` }),
  });
  return (
    <CallConfirmDialog
      form={form}
      title="Switch to the shared server?"
      confirm="Use shared server"
      typeName={account?.isProduction ? (server.host ?? projectName) : undefined}
      call={authCall(subject, "Use shared server", {
        kind: "updateEmailServer",
        server: null,
        hasPassword: false,
      })}
      failed="The server was not changed"
      retry
    >
      <FullPath of={[account?.name, projectName, "email server"]} />
      <p>The platform deletes these settings. To use your own server again, you must enter them all:</p>
      <Facts
        facts={[
          { term: "Server", detail: addressOf(server) },
          { term: "User name", detail: server.username ?? "Not reported" },
          { term: "Password", detail: "Set, never shown" },
          { term: "Sender", detail: senderOf(server) || "Not reported" },
        ]}
      />
      <p>Emails then come from the platform’s address. Fine for testing, not for production.</p>
    </CallConfirmDialog>
  );
}
