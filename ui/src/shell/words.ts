import { capital, counted, grouped, sentence } from "@/data/format";

/** The sentences of the frame. */
export const FRAME = {
  search: "Search or run…",
  help: "Keyboard shortcuts",
  skip: "Skip to content",
  shortcuts: "Shortcuts by group",
  anyRow: "Selected row",
  lists: "Lists and dialogs",
  main: "Main",
} as const;

/** Keys that belong to no action: the lists, the dialogs and the panes answer them. */
export const KEYS_OF_LISTS = [
  { group: FRAME.lists, title: "Move up or down", shortcut: "ArrowUp ArrowDown" },
  { group: FRAME.lists, title: "Open the row", shortcut: "Enter" },
  { group: FRAME.lists, title: "Select the row", shortcut: "Space" },
  { group: FRAME.lists, title: "Filter the list", shortcut: "/" },
  { group: FRAME.lists, title: "Close the dialog or pane", shortcut: "Escape" },
];

/** The account switcher. */
export const SWITCHER = {
  accounts: "Accounts",
  connect: "Connect an account…",
  unread: "couldn’t load",
  connectOne: "connect one",
  none: "No account",
  sandbox: (state: string) => `Sandbox · ${state}`,
  organization: (name: string, others: number) =>
    `Organization · ${name}${others > 0 ? ` and ${grouped(others)} more` : ""}`,
  organizationState: (state: string) => `Organization · ${state}`,
  loading: "loading…",
  noOrganization: "none",
  openSandbox: "Open sandbox",
  paused: "A key is missing or was rejected",
  /** As narrow as the sidebar may be. */
  production: "Prod",
} as const;

/** The first letters of two words of a name, or two letters of its only word: "SP", "Sa". */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const [first = "", second] = words.map((word) => [...word]);
  return second ? `${first[0]}${second[0]}`.toUpperCase() : capital([...first].slice(0, 2).join(""));
}

/** The strip at the bottom and its panel. */
export const ACTIVITY = {
  running: "Running now",
  open: (verb: string, subject: string) => `Open ${verb} ${subject}`,
  percent: (percent: number) => `${percent} percent`,
  cancel: "Cancel",
  label: "Activity",
  none: "No running tasks",
  notCancelled: "Couldn’t cancel the task",
  mayBeOver: "It may have already finished.",
  timeline: "Show the timeline",
  failed: (verb: string) => `${verb} failed`,
  job: (verb: string, subject: string) => `${verb} ${subject}`,
  summary: (running: number, failed: number) =>
    failed > 0 ? `${grouped(running)} running, ${grouped(failed)} failed` : `${grouped(running)} running`,
} as const;

/** The command palette. */
export const PALETTE = {
  title: "Command palette",
  label: "Search actions and names",
  placeholder: "Search or run a command…",
  results: "Results",
  failed: (why: string) => `Couldn’t search projects and branches: ${sentence(why)}`,
  noMatches: (typed: string) => `No matches for “${typed}”`,
} as const;

/** In place of a window that broke. */
export const BROKEN = {
  title: "Something went wrong",
  text: "Plinth’s interface failed. Your databases and files are unaffected, and running tasks continue in the background.",
  reload: "Reload window",
  copy: "Copy details",
} as const;

/** What the frame itself can do. */
export const ACTIONS = {
  group: "General",
  palette: "Open command palette",
  help: "Show keyboard shortcuts",
  back: "Go back",
  unavailable: (title: string) => `${title}: unavailable`,
  failed: (title: string) => `${title} failed`,
} as const;

/** The sidebar. */
export const NAV = {
  sandbox: "Sandbox",
  settings: "Settings",
  projects: "Projects",
  temporary: "Temporary",
  folders: "Folders",
  keys: "API keys",
} as const;

/** What a start could not open again. */
export const GONE = {
  project: "The project you had open is no longer available",
  temporary: "The database you had open is no longer in the list",
  folder: "The folder you had open is no longer in the list",
} as const;

interface Told {
  verb: string;
  subject: string;
}

/** What a screen reader says when tasks start. */
export function startedWords(jobs: readonly Told[]): string {
  const [only] = jobs;
  return jobs.length === 1 && only
    ? `${only.verb} ${only.subject}: started`
    : `${counted(jobs.length, "task")} started`;
}

/** The same when they end. `how`: how the only one ended, where that is known. */
export function endedWords(jobs: readonly Told[], how = "ended"): string {
  const [only] = jobs;
  return jobs.length === 1 && only
    ? `${only.verb} ${only.subject}: ${how}`
    : `${counted(jobs.length, "task")} ended`;
}

/** The parts of the window, each of which may break by itself. */
export const PARTS = {
  strip: "The activity bar",
  screen: "This screen",
  loadingScreen: "the screen",
  dialog: "The dialog",
} as const;
