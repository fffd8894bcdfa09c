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
    done: () => ({ title: `Mail of ${projectName} goes through the platform’s server` }),
  });
  return (
    <CallConfirmDialog
      form={form}
      title="Go back to the platform’s server?"
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
      <FullPath>{[account?.name, projectName, "email server"].filter(Boolean).join(" / ")}</FullPath>
      <p>The platform forgets these. To come back to your own server, all of them must be typed again:</p>
      <Facts
        facts={[
          { term: "Server", detail: addressOf(server) },
          { term: "User name", detail: server.username ?? "not told" },
          { term: "Password", detail: "set, and nobody can read it" },
          { term: "Sender", detail: senderOf(server) || "not told" },
        ]}
      />
      <p>Mail then comes from the platform’s address. That is fine to try out, not for production.</p>
    </CallConfirmDialog>
  );
}
