import { ActionButton } from "@/kit/action/ActionButton";
import { Facts } from "@/kit/data/Facts";
import { Pill } from "@/kit/data/Pill";
import { Actions } from "@/kit/layout/Actions";
import styles from "./Email.module.css";
import type { EmailSubject } from "./places";
import { addressOf, isOwn, senderOf } from "./words";

/** How the email server is set, with what can be done next. */
export function EmailServer({ subject }: { subject: EmailSubject }) {
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
    { term: "Server", detail: <span className={styles.code}>{addressOf(server) || "not told"}</span> },
    { term: "User name", detail: <span className={styles.code}>{server.username ?? "not told"}</span> },
    { term: "Password", detail: "set, and never shown" },
    { term: "Sender", detail: senderOf(server) || "not told" },
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
          The platform’s, used by all its projects: fine to try out, not for production.
        </span>
      ) : (
        <Pill tone="off">{server.kind}</Pill>
      ),
    },
    ...(sender ? [{ term: "Sender", detail: sender }] : []),
  ];
}
