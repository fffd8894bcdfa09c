import { counted } from "@/data/format";
import type { NamedRole, SaveStateView } from "@/ipc/generated";
import { formatBytes } from "@/kit/data/bytes";

/** The actions that save a temporary database. */
export const ACTIONS = {
  save: "Save to a file…",
  copy: "Copy into a project…",
  saving: "Already being saved",
} as const;

/** The dialog that saves a database to a file. */
export const SAVE = {
  title: (name: string) => `Save ${name} to a file`,
  text: "Saves everything in the database with pg_dump over a direct connection. The file appears once it is complete.",
  format: "Format",
  archive: "Archive (.dump)",
  archiveHint: "Compressed, with owners and privileges. Restore it with pg_restore.",
  sql: "SQL script (.sql)",
  sqlHint: "Readable, without owners and privileges. Run it with Seed or psql.",
  private: "Anyone who can read the file can read the data.",
  choose: "Choose file…",
  failed: "Couldn’t save the database",
} as const;

/** The dialog that copies a database into a project. */
export const COPY = {
  title: (name: string) => `Copy ${name} into a project`,
  text: "Copies the schema and all data, or nothing. No existing database is changed.",
  account: "Account",
  into: "Copy into",
  newProject: "New project",
  newProjectHint: "Creates a project and fills the database of its default branch.",
  existing: "Existing project",
  existingHint: "Creates a database on one of its branches.",
  name: "Project name",
  project: "Project",
  branch: "Branch",
  database: "New database",
  submit: "Copy database",
  createRoles: "Create roles and copy",
  rolesMissing: "The target doesn’t have these roles",
  roles: (missing: NamedRole[]) =>
    `${missing.map(({ name, object }) => `${name} (${object})`).join(", ")}. The copy creates them without login.`,
  choose: "Choose",
  loading: "Loading…",
  noProjects: "This account has no projects yet.",
  missing: {
    accountId: "Choose an account.",
    name: "Enter a name.",
    projectId: "Choose a project.",
    branchId: "Choose a branch.",
    owner: "Choose an owner.",
  },
  failed: "Couldn’t copy the database",
  unread: (why: string) => `Couldn’t load the list. ${why}`,
} as const;

const isCopy = ({ into, newProject }: SaveStateView) => into !== null || newProject != null;

/** A save that runs, and how it ended. */
export const PROGRESS = {
  label: "Tables saved",
  starting: "Starting",
  done: (done: number, total: number) => `${done} of ${counted(total, "table")}`,
  running: (saved: SaveStateView) => (isCopy(saved) ? `Copying to ${saved.to}` : `Saving to ${saved.to}`),
  stop: "Stop",
  leave: "Run in background",
  close: "Close",
  saved: ({ bytes }: SaveStateView) => `Saved, ${formatBytes(bytes)}:`,
  copied: ({ to }: SaveStateView) => `Copied to ${to}.`,
  open: "Open database",
  show: "Show in folder",
  notShown: "Couldn’t show the file",
  openProject: "Open project",
  stopped: "Stopped. Nothing was saved.",
  failed: (saved: SaveStateView) => (isCopy(saved) ? COPY.failed : SAVE.failed),
} as const;
