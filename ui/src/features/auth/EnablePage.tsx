import { type ReactNode, useMemo } from "react";
import { useAccount } from "@/data/account";
import { ActionButton } from "@/kit/action/ActionButton";
import { usePublish } from "@/kit/action/useActions";
import { Tag } from "@/kit/data/Tag";
import { PageSection } from "@/kit/layout/PageSection";
import { Notice } from "@/kit/state/Notice";
import styles from "./Auth.module.css";
import type { AuthSubject } from "./subjects";
import { enableWords, words } from "./words";

interface EnablePageProps {
  where: AuthSubject;
  /** What is to be known before. */
  above: ReactNode;
}

/** What auth is, before a project has it. */
export function EnablePage({ where, above }: EnablePageProps) {
  const { accountId, projectId, projectName, locked, branchId } = where;
  const at = useMemo(
    () => ({ accountId, projectId, projectName, locked, branchId }),
    [accountId, projectId, projectName, locked, branchId],
  );
  usePublish("auth", at);
  const schema = useAccount(accountId)?.profile.usersSchema;
  return (
    <div className={styles.alone}>
      {above}
      <PageSection title={enableWords.title} tools={<Tag>{words.beta}</Tag>}>
        <p className={styles.words}>{enableWords.about}</p>
        <p className={styles.words}>{enableWords.does}</p>
        <ul className={styles.does}>
          <li>{enableWords.makesProject}</li>
          <li>{enableWords.makesTable(schema, branchId != null)}</li>
          <li>{enableWords.makesKeys}</li>
        </ul>
        <p className="ui-muted-small">{enableWords.beta}</p>
        {locked && <Notice tone="plain">{enableWords.locked(locked)}</Notice>}
        <div className="ui-row-wrapping">
          <ActionButton action="auth.enable" context={{ auth: at }} tone="primary" icon="plus" short />
        </div>
      </PageSection>
    </div>
  );
}
