import { useMemo } from "react";
import { mutationKeys } from "@/data/keys";
import { useUnderWay } from "@/data/mutation";
import { COMMON } from "@/features/base/words";
import { ActionButton } from "@/kit/action/ActionButton";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { Icon } from "@/kit/icon/Icon";
import { Link } from "@/kit/route/Link";
import { RowName } from "@/kit/table/RowName";
import styles from "./Projects.module.css";
import type { ProjectRow } from "./rows";
import { COLUMNS } from "./words";

interface NameCellProps {
  row: ProjectRow;
  isProduction: boolean;
  /** An operation is running, so the platform takes no other change of it now. */
  isBusy: boolean;
}

/** The name, which leads to the project, and under it its id, and what must be known of it. */
export function NameCell({ row: { accountId, project, shared }, isProduction, isBusy }: NameCellProps) {
  const { id, name, deletedAt } = project;
  const detail = [
    id,
    isProduction && COLUMNS.isProduction,
    shared && COLUMNS.isShared,
    isBusy && COLUMNS.isLocked,
  ];
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
              <CutMiddle>{name}</CutMiddle>
            </Link>
          ) : (
            name
          )
        }
        detail={
          <span className={styles.marks} title={isBusy ? `${marks}\n${COLUMNS.isRunning}` : marks}>
            {isBusy && <Icon name="lock" className={styles.lock} />}
            <span className={styles.words}>{marks}</span>
          </span>
        }
      />
    </div>
  );
}

/** Recovers a deleted project. */
export function RecoverCell({ row }: { row: ProjectRow }) {
  const underWay = useUnderWay([...mutationKeys.projectRow(row.accountId), "recover", row.project.id]);
  const context = useMemo(() => ({ project: row }), [row]);
  return (
    <ActionButton action="project.recover" context={context} size="small" busy={underWay}>
      {COMMON.recover}
    </ActionButton>
  );
}
