interface BranchesTabProps {
  accountId: string;
  projectId: string;
}

/** The branches of a project as a tree. */
export function BranchesTab({ projectId }: BranchesTabProps) {
  return <p>{projectId}</p>;
}
