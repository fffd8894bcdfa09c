import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { emailServerQuery } from "@/data/queries";
import { ReadFailure } from "@/features/accounts/Failure";
import { Instant } from "@/features/base/Instant";
import { useWhere } from "@/features/base/useWhere";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { usePublish } from "@/kit/action/useActions";
import { Facts } from "@/kit/data/Facts";
import { Pill } from "@/kit/data/Pill";
import { Actions } from "@/kit/layout/Actions";
import { Card } from "@/kit/layout/Card";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Email.module.css";
import type { EmailSubject } from "./places";
import { addressOf, isOwn, senderOf } from "./words";

/** The server that the auth integration sends its mail through. */
export function EmailSection({ accountId, projectId }: { accountId: string; projectId: string }) {
  const server = useQuery(emailServerQuery(accountId, projectId));
  const { projectName, locked } = useWhere(accountId, projectId);
  const subject = useMemo<EmailSubject | undefined>(
    () => server.data && { accountId, projectId, projectName, locked, server: server.data },
    [accountId, projectId, projectName, locked, server.data],
  );
  usePublish("emailServer", subject);
  return (
    <Card
      title="Email server"
      tools={
        subject && (
          <span className="ui-row-inline">
            <AuthCallButton
              at={subject}
              title={`Get email server of ${projectName}`}
              size="small"
              call={{ kind: "getEmailServer" }}
            />
            <ActionMenu about="emailServer" subject={subject} label="Actions for the email server" />
          </span>
        )
      }
    >
      <div className="ui-stack-wide">
        {server.isPending && <Skeleton label="the email server" shape="text" count={3} />}
        <ReadFailure query={server} title="The email server could not be read" />
        {server.error && server.data && (
          <p className={styles.note}>
            Shown as of <Instant at={server.dataUpdatedAt} clock="here" />.
          </p>
        )}
        {subject && <EmailServer subject={subject} />}
      </div>
    </Card>
  );
}

/** How the email server is set, with what can be done next. */
function EmailServer({ subject }: { subject: EmailSubject }) {
  const context = { emailServer: subject };
  return (
    <>
      <Facts facts={isOwn(subject.server) ? factsOfOwn(subject) : factsOfShared(subject)} />
      <Actions>
        <ActionButton action="email.own" context={context} icon="server" />
        <ActionButton action="email.change" context={context} icon="pencil" />
        <ActionButton action="email.try" context={context} icon="plug" />
        <ActionButton action="email.test" context={context} icon="arrowRight" />
      </Actions>
    </>
  );
}

function factsOfOwn({ server }: EmailSubject) {
  return [
    { term: "Sent through", detail: <Pill tone="ok">Own server</Pill> },
    { term: "Server", detail: <span className={styles.code}>{addressOf(server) || "Not reported"}</span> },
    { term: "User name", detail: <span className={styles.code}>{server.username ?? "Not reported"}</span> },
    { term: "Password", detail: "Set, never shown" },
    { term: "Sender", detail: senderOf(server) || "Not reported" },
  ];
}

function factsOfShared({ server }: EmailSubject) {
  const isShared = server.kind === "shared";
  const sender = senderOf(server);
  return [
    {
      term: "Sent through",
      detail: isShared ? (
        <span className={styles.shared}>
          <Pill tone="warning">Shared server</Pill>
          The platform’s server for all projects. Fine for testing, not for production.
        </span>
      ) : (
        <Pill tone="off">{server.kind}</Pill>
      ),
    },
    sender && { term: "Sender", detail: sender },
  ];
}
