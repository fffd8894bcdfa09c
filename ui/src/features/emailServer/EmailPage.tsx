import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { emailServerQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { usePublish } from "@/kit/action/useActions";
import { Facts } from "@/kit/data/Facts";
import { Pill } from "@/kit/data/Pill";
import { Actions } from "@/kit/layout/Actions";
import { Card } from "@/kit/layout/Card";
import { PageSection } from "@/kit/layout/PageSection";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Email.module.css";
import type { EmailSubject } from "./subjects";
import { addressOf, isOwn, senderOf, words } from "./words";

/** The server that the auth integration sends its mail through. */
export function EmailPage({ at }: { at: Omit<EmailSubject, "server"> }) {
  const server = useQuery(emailServerQuery(at));
  const { accountId, projectId, projectName, locked, branchId } = at;
  const subject = useMemo<EmailSubject | undefined>(
    () => server.data && { accountId, projectId, projectName, locked, branchId, server: server.data },
    [accountId, projectId, projectName, locked, branchId, server.data],
  );
  usePublish("emailServer", subject);
  return (
    <PageSection title={words.title} tools={subject && <EmailTools subject={subject} />}>
      {server.isPending && <Skeleton label={words.label} shape="card" count={1} />}
      <ReadFailure query={server} title={words.unread} />
      {server.error && server.data && <ShownAsOf at={server.dataUpdatedAt} />}
      {subject && <EmailServer subject={subject} />}
    </PageSection>
  );
}

function EmailTools({ subject }: { subject: EmailSubject }) {
  const context = { emailServer: subject };
  return (
    <>
      <CopyAsButton
        title={words.getCall(subject.projectName)}
        size="small"
        operation={emailServerQuery(subject).operation}
      />
      <ActionButton action="email.change" context={context} size="small" />
      <ActionMenu about="emailServer" subject={subject} label={words.menu} outlined />
    </>
  );
}

/** How the email server is set, with what can be tried, or what it means where it is the platform's. */
function EmailServer({ subject }: { subject: EmailSubject }) {
  const context = { emailServer: subject };
  const { server } = subject;
  return (
    <>
      <Card>
        <div className={styles.padded}>
          <Facts facts={isOwn(server) ? factsOfOwn(subject) : factsOfShared(subject)} />
        </div>
      </Card>
      {!isOwn(server) && (
        <Notice tone="plain" actions={<ActionButton action="email.own" context={context} size="small" />}>
          {server.kind === "shared" ? words.sharedNote : words.unknownNote}
        </Notice>
      )}
      {isOwn(server) && (
        <Actions>
          <ActionButton action="email.try" context={context} icon="plug" />
          <ActionButton action="email.test" context={context} icon="arrowRight" />
        </Actions>
      )}
    </>
  );
}

function factsOfOwn({ server }: EmailSubject) {
  return [
    { term: words.through, detail: words.own },
    {
      term: words.server,
      detail: <span className={styles.code}>{addressOf(server) || words.notReported}</span>,
    },
    {
      term: words.userName,
      detail: <span className={styles.code}>{server.username ?? words.notReported}</span>,
    },
    { term: words.password, detail: words.passwordSet },
    { term: words.sender, detail: senderOf(server) || words.notReported },
  ];
}

function factsOfShared({ server }: EmailSubject) {
  const sender = senderOf(server);
  return [
    {
      term: words.through,
      detail: server.kind === "shared" ? <Pill tone="warning">{words.shared}</Pill> : server.kind,
    },
    sender && { term: words.sender, detail: sender },
  ];
}
