import type { ReactNode } from "react";
import { Failure } from "@/features/accounts/Failure";
import { ConnectForms } from "@/features/connect/ConnectForms";
import type { ProjectView } from "@/ipc/generated";
import { Card } from "@/kit/layout/Card";
import { Link } from "@/kit/route/Link";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { ConnectPick } from "./ConnectPick";
import styles from "./Overview.module.css";
import { useConnectPick } from "./useConnectPick";

interface ConnectCardProps {
  accountId: string;
  project: ProjectView;
}

/** How to connect: to which database of which branch, as whom, and by which way. */
export function ConnectCard({ accountId, project }: ConnectCardProps) {
  const pick = useConnectPick(accountId, project.id);
  const { failed, branch, database, role, pooled, source } = pick;
  if (failed?.error) {
    return (
      <Failure
        title="What there is to connect to could not be read"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (pick.loading) {
    return (
      <Card label="Connect">
        <Skeleton label="the connection" shape="card" count={1} />
      </Card>
    );
  }
  if (!branch) return <Notice tone="plain">There is no branch to connect to.</Notice>;
  const where = { accountId, projectId: project.id, branch: branch.id };
  return (
    <div className={styles.connect}>
      <ConnectPick
        {...pick.lists}
        pick={{ branch: branch.id, database: database?.name, role, pooled }}
        onChange={pick.change}
      />
      {source ? (
        <ConnectForms source={source} name={`${project.name} / ${branch.name}`} />
      ) : (
        <Missing {...where}>
          {database ? "No role of this branch can log in." : "This branch has no database yet."}
        </Missing>
      )}
      {project.storesPasswords === false && (
        <Missing {...where}>This project stores no passwords. A reset makes a new one, shown once.</Missing>
      )}
    </div>
  );
}

interface MissingProps {
  accountId: string;
  projectId: string;
  branch: string;
  children: ReactNode;
}

/** Something that is put right among the databases and roles. */
function Missing({ accountId, projectId, branch, children }: MissingProps) {
  const to = { screen: "project", account: accountId, id: projectId, tab: "data", branch } as const;
  return (
    <Notice
      tone="plain"
      actions={
        <Link className={styles.link} to={to}>
          Databases & roles
        </Link>
      }
    >
      {children}
    </Notice>
  );
}
