import { useQuery } from "@tanstack/react-query";
import { memo, type ReactNode } from "react";
import { accountsQuery } from "@/data/queries";
import { Instant } from "@/features/base/Instant";
import { COMMON } from "@/features/base/words";
import { REFRESH_IN_MENU } from "@/features/refresh/refresh";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { Segmented } from "@/kit/control/Segmented";
import { Link } from "@/kit/route/Link";
import styles from "./Projects.module.css";
import type { ListSubject } from "./subjects";
import type { Whose } from "./useProjects";
import { LIST, words } from "./words";

/** Which list is shown. */
export type ListTab = "active" | "deleted" | "all";

interface ProjectsBarProps {
  tab: ListTab;
  /** How many, in words. */
  count: string;
  /** From when what is shown is, while newer is on its way. */
  asOf: number | undefined;
  /** What stands at the bar’s end. */
  tools: ReactNode;
}

/** Above the table: which projects, how many, and what can be chosen of them. */
export function ProjectsBar({ tab, count, asOf, tools }: ProjectsBarProps) {
  const accounts = useQuery(accountsQuery).data ?? [];
  return (
    <div className={styles.bar}>
      <nav className={styles.views} aria-label={LIST.lists}>
        <Link to={{ screen: "projects", tab: "active" }} current={tab === "active"} className={styles.view}>
          {LIST.active}
        </Link>
        <Link to={{ screen: "projects", tab: "deleted" }} current={tab === "deleted"} className={styles.view}>
          {COMMON.deleted}
        </Link>
        {(accounts.length > 1 || tab === "all") && (
          <Link to={{ screen: "projects", tab: "all" }} current={tab === "all"} className={styles.view}>
            {words.allAccounts}
          </Link>
        )}
      </nav>
      <span role="status" className="ui-faint-small">
        {count}
      </span>
      {asOf !== undefined && (
        <span className="ui-faint-small" data-live>
          {COMMON.asOf} <Instant at={asOf} clock="here" />
        </span>
      )}
      <span className="ui-space" />
      {tools}
    </div>
  );
}

const WHOSE = [
  { value: "all", label: LIST.all },
  { value: "own", label: LIST.mine },
  { value: "shared", label: LIST.shared },
] as const;

interface AccountToolsProps {
  deleted: boolean;
  whose: Whose;
  onWhose(whose: Whose): void;
  subject: ListSubject;
}

/** For the list of one account. Drawn anew when something of its own changes, and not with every count. */
export const AccountTools = memo(function AccountTools(props: AccountToolsProps) {
  const { deleted, whose, onWhose, subject } = props;
  return (
    <>
      {!deleted && <Segmented label={COMMON.owner} options={WHOSE} value={whose} onChange={onWhose} />}
      <ActionMenu about="projects" subject={subject} label={LIST.menu} outlined also={REFRESH_IN_MENU} />
    </>
  );
});
