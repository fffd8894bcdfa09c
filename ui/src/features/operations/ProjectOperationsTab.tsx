interface ProjectOperationsTabProps {
  accountId: string;
  projectId: string;
}

/** What the platform did on a project. */
export function ProjectOperationsTab({ projectId }: ProjectOperationsTabProps) {
  return <p>{projectId}</p>;
}
