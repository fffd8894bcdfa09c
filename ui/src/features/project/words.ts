import type { Look } from "@/data/words";

/** The sentences of a project's page. */
export const HEADER = {
  connect: "Connect",
  connectHint: "Copy the connection string of the default branch",
  otherWays: "More ways to connect",
  choose: "Choose branch, database and role…",
} as const;

export const READY: Look = { word: "Ready", tone: "ok" };

/** While an operation runs, the platform takes no other change. */
export const LOCKED = "Locked";

export const CONNECT = {
  loading: "the connection",
  unread: "Couldn’t load the connection details",
  noBranch: "This project has no branch to connect to.",
  noDatabase: "This branch has no database yet.",
  noRole: "No role on this branch can log in.",
  noPasswords: "This project stores no passwords. Reset one to get a new password, shown once.",
  dataTab: "Databases & roles",
} as const;
