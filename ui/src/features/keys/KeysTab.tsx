interface KeysTabProps {
  accountId: string;
  projectId: string;
}

/** The API keys that open one project alone. */
export function KeysTab(_where: KeysTabProps) {
  return null;
}
