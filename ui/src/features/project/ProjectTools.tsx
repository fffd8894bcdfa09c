import { useMemo } from "react";
import { useAccount } from "@/data/account";
import { useUnderWay } from "@/data/mutation";
import { actionsFor } from "@/features/base/words";
import { copyKey } from "@/features/projects/mutations";
import { REFRESH_IN_MENU } from "@/features/refresh/refresh";
import { useOrganizationIds } from "@/features/transfers/useOrganizationIds";
import type { ProjectView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { usePublish } from "@/kit/action/useActions";
import { IconButton } from "@/kit/control/IconButton";
import { Menu } from "@/kit/overlay/Menu";
import { ConnectItems } from "./ConnectItems";
import styles from "./Project.module.css";
import { HEADER } from "./words";

/** What is done with the project from any of its tabs: connect, branch off, the rest in its menu. */
export function ProjectTools({ accountId, project }: { accountId: string; project: ProjectView }) {
  const isReadOnly = useAccount(accountId)?.isReadOnly === true;
  const organizationIds = useOrganizationIds(accountId, false);
  const subject = useMemo(
    () => ({ accountId, project, isReadOnly, organizationIds }),
    [accountId, project, isReadOnly, organizationIds],
  );
  usePublish("project", subject);
  const copying = useUnderWay(copyKey({ accountId, projectId: project.id }));
  const context = { project: subject };
  return (
    <>
      <div className={styles.connect}>
        <ActionButton
          action="project.copy"
          context={context}
          icon="copy"
          busy={copying}
          hint={HEADER.connectHint}
          className={styles.copy ?? ""}
        >
          {HEADER.connect}
        </ActionButton>
        <Menu
          trigger={
            <IconButton icon="chevronDown" label={HEADER.otherWays} outlined className={styles.more ?? ""} />
          }
        >
          <ConnectItems subject={subject} />
        </Menu>
      </div>
      <ActionButton action="branches.new" context={context} tone="primary" />
      <ActionMenu
        about="project"
        subject={subject}
        label={actionsFor(project.name)}
        outlined
        also={REFRESH_IN_MENU}
      />
    </>
  );
}
