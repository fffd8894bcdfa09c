/** What the page of contacted hosts says. */
export const NETWORK = {
  title: "Network",
  settings: "Settings",
  loading: "contacted hosts",
  unread: "Couldn’t load the contacted hosts",
  stale: "Couldn’t load the contacted hosts again",
  filter: "Filter hosts",
  never:
    "Plinth contacts only the platforms, databases and mail servers that you chose, and update servers once you ask for updates. It sends no telemetry, usage data or crash reports.",
  scope: (days: number) =>
    `Every host of the last ${days} days is listed. This system looks up their names. Traffic between Plinth’s own processes and the sandbox’s servers isn’t listed. Neither are commands that ran with a key of their own.`,
  empty: "No host was contacted",
  emptyText: "Hosts appear here when you connect an account or create a database.",
  local: "This machine",
  none: "–",
} as const;

/** The columns of its table. */
export const COLUMNS = {
  host: "Host",
  reason: "Reason",
  count: "Requests",
  unanswered: "No answer",
  first: "First",
  last: "Latest",
} as const;

/** The action that leads to it. */
export const ACTIONS = { goTo: "Go to" } as const;
