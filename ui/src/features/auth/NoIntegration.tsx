import { useMemo } from "react";
import { useAccount } from "@/data/account";
import { ActionButton } from "@/kit/action/ActionButton";
import { usePublish } from "@/kit/action/useActions";
import { Pill } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import { Notice } from "@/kit/state/Notice";
import styles from "./Auth.module.css";
import type { Where } from "./useAuthSubject";

/** What auth is, before a project has it. */
export function NoIntegration({ where }: { where: Where }) {
  const { accountId, projectId, projectName, locked } = where;
  const at = useMemo(
    () => ({ accountId, projectId, projectName, locked }),
    [accountId, projectId, projectName, locked],
  );
  usePublish("auth", at);
  const schema = useAccount(accountId)?.profile.usersSchema;
  return (
    <Card title="Auth" tools={<Pill tone="off">Beta</Pill>}>
      <div className={styles.stack}>
        <p className={styles.words}>
          Auth lets people log in to the program that you build on this database. The platform keeps a project
          at an auth provider for it, and every user who signs up there becomes a row in your own database, so
          that your queries can join them.
        </p>
        <p className={styles.words}>Enabling it</p>
        <ul className={styles.does}>
          <li>makes a project at the auth provider, which the platform owns until you take it over;</li>
          <li>
            adds the schema {schema ?? "for users"} with a table of users to a database of the branch that you
            choose, and wakes its compute;
          </li>
          <li>makes SDK keys for your program. The server key among them is shown once, right after.</li>
        </ul>
        <p className={styles.quiet}>
          The platform marks auth as beta: it may change. It can be removed again, with or without its users.
        </p>
        {locked && <Notice tone="plain">{locked}. Unlock it to enable auth.</Notice>}
        <div className={styles.buttons}>
          <ActionButton action="auth.enable" context={{ auth: at }} tone="primary" icon="plus">
            Enable auth…
          </ActionButton>
        </div>
      </div>
    </Card>
  );
}
