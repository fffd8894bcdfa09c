interface OverviewTabProps {
  accountId: string;
  projectId: string;
}

/** How to connect, what is used, what is set, what happened last. */
export function OverviewTab({ projectId }: OverviewTabProps) {
  return <p>{projectId}</p>;
}
