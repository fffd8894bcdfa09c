import { useAccount } from "@/data/account";
import { singleUse } from "@/data/singleUse";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { EmailServerEdit } from "@/ipc/generated";
import { Facts } from "@/kit/data/Facts";
import { FullPath } from "@/kit/data/FullPath";
import { serverUpdateAt, settingServer } from "./mutations";
import type { EmailSubject } from "./subjects";
import { addressOf, senderOf, words } from "./words";

const SHARED: EmailServerEdit = { kind: "shared" };

/** Goes back to the platform's server, after saying what is lost with one's own. */
export function SharedServerDialog({ subject }: { subject: EmailSubject }) {
  const { accountId, projectName, server } = subject;
  const account = useAccount(accountId);
  const form = useForm(settingServer(subject), {
    input: () => singleUse(SHARED),
    onDone: (_done, finish) => finish({ title: words.sharedDone }),
  });
  return (
    <CallConfirmDialog
      form={form}
      title={words.sharedTitle}
      confirm={words.sharedSubmit}
      typeName={account?.isProduction ? (server.host ?? projectName) : undefined}
      call={{ operation: serverUpdateAt(subject, SHARED), title: words.sharedSubmit }}
      failed={words.sharedFailed}
      retry
    >
      <FullPath of={[account?.name, projectName, words.sharedPath]} />
      <p>{words.sharedLoses}</p>
      <Facts
        facts={[
          { term: words.server, detail: addressOf(server) },
          { term: words.userName, detail: server.username ?? words.notReported },
          { term: words.password, detail: words.passwordSet },
          { term: words.sender, detail: senderOf(server) || words.notReported },
        ]}
      />
      <p>{words.sharedEnds}</p>
    </CallConfirmDialog>
  );
}
