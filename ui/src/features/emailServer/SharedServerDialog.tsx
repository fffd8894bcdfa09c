import { useAccount } from "@/data/account";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { once } from "@/features/accounts/once";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { Facts } from "@/kit/data/Facts";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { toast } from "@/kit/overlay/toasts";
import { settingServer } from "./mutations";
import type { EmailSubject } from "./places";
import { addressOf, senderOf } from "./words";

/** Goes back to the platform's server, after saying what is lost with one's own. */
export function SharedServerDialog({ subject }: { subject: EmailSubject }) {
  const { accountId, projectName, server } = subject;
  const account = useAccount(accountId);
  const setting = useWork(settingServer(subject));
  const close = useUnask();
  const give = async () => {
    if (!(await setting.start(once({ kind: "shared" })))) return;
    close();
    toast({ title: `Mail of ${projectName} goes through the platform’s server` });
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void give()}
      title="Go back to the platform’s server?"
      confirm="Use shared server"
      typeName={account?.isProduction ? (server.host ?? projectName) : undefined}
      busy={setting.underWay}
      aside={
        <AuthCallButton
          at={subject}
          title="Use shared server"
          call={{ kind: "updateEmailServer", server: null, hasPassword: false }}
        />
      }
      error={
        setting.failure && (
          <Failure
            title="The server was not changed"
            error={setting.failure.error}
            onRetry={() => void give()}
          />
        )
      }
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
    </ConfirmDialog>
  );
}
