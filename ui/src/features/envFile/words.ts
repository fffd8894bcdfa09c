import { counted } from "@/data/format";

/** The change, before it is written. */
export const CHANGE = {
  title: "Changes",
  newFile: "new file, readable only by you",
  none: "No changes to this file.",
  masked: "Values are masked here and written in full.",
  present: "Already in this file",
  replaced: "Will be replaced",
  choose: "Choose what to replace, or enter another name above. Nothing else in the file changes.",
  viaLink: (link: string) => `via symlink ${link}`,
  replaceAll: (count: number) => `Replace all ${count}`,
  /** Before the name of a variable, which is set in another type. */
  replace: "Replace",
  atLine: (line: number | undefined) => (line === undefined ? "" : `(line ${line})`),
} as const;

/** The dialog that writes an env file. */
export const ENV = {
  unread: "Couldn’t load the settings",
  title: (name: string) => `Write ${name} to an env file`,
  create: "Create file",
  write: "Write file",
  preview: "Preview change",
  notPreviewed: "Couldn’t preview the change",
  notWritten: "Couldn’t write the file",
  path: "Folder or env file",
  pathHint: "For a folder, .env is used.",
  chooseFolder: "Choose folder…",
  chooseFile: "Choose file…",
  variable: "Variable",
  directHint: (variable: string) => `The direct connection string is written to ${variable}_DIRECT.`,
  prefix: "Prefix for public variables",
  prefixHint: "For variables that are safe to expose in a browser.",
  claimHint: (variable: string) => `The claim link is written to ${variable}POSTGRES_CLAIM_URL.`,
  written: (variables: number) => `${counted(variables, "variable")} written`,
  restored: (count: number) => (count === 1 ? "File restored" : `${count} files restored`),
  notRestored: (count: number) =>
    count === 1 ? "Couldn’t restore the file" : `Couldn’t restore ${count} files`,
  paths: ([first = "", ...more]: readonly string[]) =>
    more.length === 0 ? first : `${first} and ${more.length} more`,
} as const;

/** What is wrong with what was typed. */
export const FAULTS = {
  path: "Enter an absolute path, starting with / or ~/.",
  variable: "Use letters, digits and _. Don’t start with a digit.",
  pathMissing: "Choose your project folder or an env file.",
} as const;
