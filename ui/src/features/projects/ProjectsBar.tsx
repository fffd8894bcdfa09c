import { memo } from "react";
import { Instant } from "@/features/base/Instant";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { Segmented } from "@/kit/control/Segmented";
import { Link } from "@/kit/route/Link";
import styles from "./Projects.module.css";
import type { ListSubject } from "./places";
import type { Whose } from "./useProjects";

interface ProjectsBarProps {
  deleted: boolean;
  whose: Whose;
  onWhose(whose: Whose): void;
  subject: ListSubject;
  /** How many, in words. */
  count: string;
  /** From when what is shown is, while newer is on its way. */
  asOf: number | undefined;
}

const WHOSE = [
  { value: "all", label: "All" },
  { value: "own", label: "Mine" },
  { value: "shared", label: "Shared with me" },
] as const;

/** Above the table: which projects, and whose. */
export function ProjectsBar({ deleted, whose, onWhose, subject, count, asOf }: ProjectsBarProps) {
  return (
    <div className={styles.bar}>
      <nav className={styles.views} aria-label="Project lists">
        <Link to={{ screen: "projects" }} current={!deleted} className={styles.view}>
          Active
        </Link>
        <Link to={{ screen: "projects", tab: "deleted" }} current={deleted} className={styles.view}>
          Deleted
        </Link>
      </nav>
      <span role="status" className="ui-faint-small">
        {count}
      </span>
      {asOf !== undefined && (
        <span className="ui-faint-small">
          as of <Instant at={asOf} clock="here" />
        </span>
      )}
      <span className="ui-space" />
      <BarTools deleted={deleted} whose={whose} onWhose={onWhose} subject={subject} />
    </div>
  );
}

type BarToolsProps = Omit<ProjectsBarProps, "count" | "asOf">;

/** What stands at the bar's end. Drawn anew when something of its own changes, and not with every count. */
const BarTools = memo(function BarTools({ deleted, whose, onWhose, subject }: BarToolsProps) {
  return (
    <>
      {!deleted && <Segmented label="Owner" options={WHOSE} value={whose} onChange={onWhose} />}
      <ActionMenu about="projects" subject={subject} label="Actions for the list" outlined />
    </>
  );
});
