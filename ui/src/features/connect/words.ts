import type { CheckView, ConnectFormView, DatabaseApp, FormId } from "@/ipc/generated";
import { databaseApps } from "@/ipc/words";

export const CARD = {
  label: "Connect",
  formats: "Connection formats",
  secretFormats: "Secret formats",
  url: "URL",
  code: "Code",
  program: "Driver or framework",
  way: "Connection type",
  pooled: "Pooled",
  direct: "Direct",
  loading: "the connection string",
  unread: "Couldn’t load the connection string",
  beforeClaim:
    "Saved before the claim. The platform no longer shows it, and its password may have changed since.",
} as const;

/** What each way is for. */
export const WAYS = {
  title: "Pooled or direct?",
  pooled:
    "Pooled goes through the pooler: many client connections share a few server connections. For web servers, serverless functions and most apps.",
  direct:
    "Direct goes straight to the server, with a session of its own. For migrations, dumps, LISTEN and session settings.",
} as const;

/** The line that unfolds what only some need of a form. */
export function noteTitle({ id, group }: ConnectFormView): string {
  return NOTE_TITLES[id] ?? (group === "string" ? "About this format" : "How to run it");
}

const NOTE_TITLES: Partial<Record<FormId, string>> = {
  psql: "Verify the certificate",
  env: "Quotes in this file",
};

export const CERTIFICATE = {
  title: "Certificate file",
  detail: "This server’s certificate is signed by this file, not by a public authority.",
  node: "Node.js reads its path at startup from NODE_EXTRA_CA_CERTS.",
  nodeLine: "NODE_EXTRA_CA_CERTS line",
} as const;

export const CHECK = {
  test: "Test",
  name: "Test connection",
  busy: "Connecting…",
  failed: "Connection failed",
} as const;

export function checkWords({ serverVersion, channelBinding }: CheckView, taken: string): string {
  const bound = channelBinding ? "channel binding" : "no channel binding";
  return `Connected in ${taken} · PostgreSQL ${serverVersion} · TLS, ${bound}`;
}

export const appName = (app: DatabaseApp): string => databaseApps[app];

export const OPEN_IN = {
  button: "Open in",
  failed: "Couldn’t open the app",
  opened: (app: string) => `Opening ${app}`,
  /** The password never stands on a command line, so it is pasted. */
  paste: (seconds: number) =>
    seconds > 0
      ? `Paste the password when asked. It’s on the clipboard for ${seconds} s.`
      : "Paste the password when asked. It’s on the clipboard.",
  noPassword: "This project stores no passwords. Enter yours when asked.",
} as const;

export const ACTIONS = {
  menu: (name: string) => `More ways to use ${name}`,
  psqlFailed: "Couldn’t open psql",
  copyFailed: "Couldn’t copy",
} as const;

/** What was put on the clipboard. */
export const COPIED = { string: "Connection string" } as const;
