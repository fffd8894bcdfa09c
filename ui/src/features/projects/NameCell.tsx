import { Icon } from "@/kit/icon/Icon";
import { Link } from "@/kit/route/Link";
import { RowName } from "@/kit/table/RowName";
import styles from "./Projects.module.css";
import type { ProjectRow } from "./rows";

interface NameCellProps {
  row: ProjectRow;
  isProduction: boolean;
  /** An operation runs on it, so the platform takes no other change of it now. */
  isBusy: boolean;
}

/** The name, which leads to the project, and under it what tells it apart: its id, and what must be known of it. */
export function NameCell({ row: { accountId, project, shared }, isProduction, isBusy }: NameCellProps) {
  const { id, name, deletedAt } = project;
  const detail = [id, isProduction && "production", shared && "shared", isBusy && "locked"];
  const marks = detail.filter(Boolean).join(" · ");
  return (
    <div data-testid="project-row" data-project={id}>
      <RowName
        name={
          deletedAt === null ? (
            // The row itself is in the order of the keys, and Enter on it does the same.
            <Link
              to={{ screen: "project", account: accountId, id }}
              className={styles.link}
              tabIndex={-1}
              title={name}
            >
              {name}
            </Link>
          ) : (
            <span title={name}>{name}</span>
          )
        }
        detail={
          <span className={styles.marks} title={isBusy ? `${marks}\nAn operation runs on it` : marks}>
            {isBusy && <Icon name="lock" className={styles.lock} />}
            <span className={styles.words}>{marks}</span>
          </span>
        }
      />
    </div>
  );
}
