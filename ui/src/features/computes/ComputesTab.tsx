interface ComputesTabProps {
  accountId: string;
  projectId: string;
}

/** The computes of a project. */
export function ComputesTab({ projectId }: ComputesTabProps) {
  return <p>{projectId}</p>;
}
