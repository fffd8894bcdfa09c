import { useAccount } from "@/data/account";
import type { ProjectView } from "@/ipc/generated";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Project.module.css";

interface ProjectAsideProps {
  accountId: string;
  project: ProjectView;
}

/** Beside the name: where it runs, whose it is when that is not plain, and what holds changes back. */
export function ProjectAside({ accountId, project }: ProjectAsideProps) {
  const account = useAccount(accountId);
  const words = [
    project.regionId,
    project.pgVersion !== null && `Postgres ${project.pgVersion}`,
    account && !account.isCurrent && account.name,
  ].filter(Boolean);
  return (
    <span className={styles.aside}>
      {words.join(" · ")}
      {account?.isProduction && <span className={styles.production}>Production</span>}
      {account?.isReadOnly && <Lock>Read-only account</Lock>}
      {project.isLocked && <Lock>Locked</Lock>}
    </span>
  );
}

function Lock({ children }: { children: string }) {
  return (
    <span className={styles.lock}>
      <Icon name="lock" /> {children}
    </span>
  );
}
