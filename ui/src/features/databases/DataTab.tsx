interface DataTabProps {
  accountId: string;
  projectId: string;
}

/** Databases and roles, branch by branch. */
export function DataTab({ projectId }: DataTabProps) {
  return <p>{projectId}</p>;
}
