import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { branchesQuery } from "@/data/queries";
import { useWhere } from "@/features/branches/useWhere";
import { Failure } from "@/features/Failure";
import { usePublish } from "@/kit/action/useActions";
import { usePlace, useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { BranchSelect } from "./BranchSelect";
import { chosenBranch } from "./branches";
import styles from "./Data.module.css";
import { DatabasesSection } from "./DatabasesSection";
import { DataNotices } from "./DataNotices";
import { RolesSection } from "./RolesSection";

interface DataTabProps {
  accountId: string;
  projectId: string;
}

/** What the rows of either table lead to: one thing is selected at a time. */
export interface Selected {
  kind: "database" | "role";
  name: string;
}

/** Databases and roles, branch by branch. */
export function DataTab({ accountId, projectId }: DataTabProps) {
  const place = usePlace();
  const router = useRouter();
  const wanted = place.screen === "project" ? place.branch : undefined;
  const { project, projectName, locked } = useWhere(accountId, projectId);
  const branches = useQuery(branchesQuery(accountId, projectId));
  const branch = chosenBranch(branches.data, wanted);
  const at = useMemo(
    () =>
      branch && {
        accountId,
        projectId,
        projectName,
        branchId: branch.id,
        branchName: branch.name,
        locked,
      },
    [accountId, projectId, projectName, branch, locked],
  );
  usePublish("data", at);
  const named = place.screen === "project" ? place.name : undefined;
  const [selected, setSelected] = useState<Selected>();

  const toBranch = (id: string) =>
    router.go(
      { screen: "project", account: accountId, id: projectId, tab: "data", branch: id },
      { replace: true },
    );
  if (!branch || !at) {
    if (branches.error) {
      return (
        <div className={styles.notices}>
          <Failure
            title="The branches could not be read"
            error={branches.error}
            onRetry={() => void branches.refetch()}
          />
        </div>
      );
    }
    if (branches.data) {
      return (
        <div className={styles.notices}>
          <Notice tone="plain">There is no branch here, so there are no databases.</Notice>
        </div>
      );
    }
    return <Skeleton label="databases and roles" />;
  }
  const shown = selected ?? (named === undefined ? undefined : { kind: "database" as const, name: named });
  return (
    <div className={styles.tab}>
      <BranchSelect branches={branches.data ?? []} value={branch.id} onChange={toBranch} />
      {wanted !== undefined && wanted !== branch.id && (
        <Notice tone="warning">
          The branch that was to be shown is not there any more. This is {branch.name}.
        </Notice>
      )}
      <DataNotices at={at} />
      <DatabasesSection key={`databases ${at.branchId}`} at={at} selected={shown} onSelect={setSelected} />
      <RolesSection
        key={`roles ${at.branchId}`}
        at={at}
        selected={shown}
        onSelect={setSelected}
        storesPasswords={project?.storesPasswords}
      />
    </div>
  );
}
