interface SettingsTabProps {
  accountId: string;
  projectId: string;
}

/** What is set on a project, and the dangers. */
export function SettingsTab({ projectId }: SettingsTabProps) {
  return <p>{projectId}</p>;
}
