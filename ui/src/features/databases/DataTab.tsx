import { useQuery } from "@tanstack/react-query";
import { branchesQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { useWhere } from "@/features/base/useWhere";
import { Notices } from "@/kit/layout/Notices";
import { usePlace } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { BranchData } from "./BranchData";
import { chosenBranch } from "./branches";

interface DataTabProps {
  accountId: string;
  projectId: string;
}

/** Databases and roles, branch by branch. */
export function DataTab({ accountId, projectId }: DataTabProps) {
  const place = usePlace();
  const { branch: wanted, name: named } = place.screen === "project" ? place : {};
  const { project, projectName, locked } = useWhere(accountId, projectId);
  const branches = useQuery(branchesQuery(accountId, projectId));
  const branch = chosenBranch(branches.data, wanted);
  if (branch) {
    return (
      <BranchData
        accountId={accountId}
        projectId={projectId}
        projectName={projectName}
        locked={locked}
        branches={branches.data ?? []}
        branch={branch}
        wanted={wanted}
        named={named}
        storesPasswords={project?.storesPasswords}
      />
    );
  }
  if (branches.isPending) return <Skeleton label="databases and roles" />;
  return (
    <Notices>
      {branches.error ? (
        <Failure
          title="The branches could not be read"
          error={branches.error}
          onRetry={() => void branches.refetch()}
        />
      ) : (
        <Notice tone="plain">There is no branch here, so there are no databases.</Notice>
      )}
    </Notices>
  );
}
