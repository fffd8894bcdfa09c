import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { projectQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import type { AccountView, ProjectView } from "@/ipc/generated";
import { Notices } from "@/kit/layout/Notices";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { NoOrganization } from "./NoOrganization";
import { ProjectKeys } from "./ProjectKeys";

interface KeysTabProps {
  accountId: string;
  projectId: string;
}

/** The API keys that open one project alone. */
export function KeysTab({ accountId, projectId }: KeysTabProps) {
  const account = useAccount(accountId);
  const project = useQuery(projectQuery(accountId, projectId));
  if (account && project.data) return <Known account={account} project={project.data} />;
  return (
    <Notices>
      {project.isPending && <Skeleton label="API keys" />}
      {project.error && (
        <Failure
          title="Whose project it is could not be read"
          error={project.error}
          onRetry={() => void project.refetch()}
          account={accountId}
        />
      )}
    </Notices>
  );
}

function Known({ account, project }: { account: AccountView; project: ProjectView }) {
  if (account.keyKind === "project") {
    return (
      <EmptyState icon="key" title="The key of one project sees no keys">
        {account.name} is connected with the key of one project. An account with a personal key sees which
        keys open it.
      </EmptyState>
    );
  }
  if (project.organizationId === null) return <NoOrganization project={project} />;
  return <ProjectKeys account={account} project={project} organizationId={project.organizationId} />;
}
