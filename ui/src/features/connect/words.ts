import { capital, listed } from "@/data/format";
import { isConnection } from "@/features/base/connections";
import type { CheckView, ConnectFormView, DatabaseApp, FormId, OneTimeSecretView } from "@/ipc/generated";
import { actions, databaseApps } from "@/ipc/words";

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
  named: "The string names the file that this server’s certificate is checked with:",
  elsewhere:
    "It is on this machine. In a container, mount it at the same path, or remove sslrootcert from the string.",
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
  group: "This connection",
  copyGroup: actions.copyConnection.order,
  copyShown: "Copy connection string as shown",
  psql: actions.openPsql.order,
  psqlOn: (name: string) => `Open psql on ${name}`,
  psqlWith: "Open psql with arguments…",
  env: "Write to .env…",
  envOf: (name: string) => `Write ${name} to an env file…`,
} as const;

/** What is shown once. */
export const SECRETS = {
  leaveTitle: "Close without copying?",
  leave: "Close without copying",
  back: "Go back",
  once: "Shown once",
  connectTo: (label: string) => `Connect to ${label}`,
  secretOf: (label: string) => `Secret of ${label}`,
  done: "Done",
} as const;

/** psql with arguments of one’s own. */
export const PSQL = {
  title: "Open psql with arguments",
  text: (name: string) =>
    `Connects to ${name} in a terminal. The password stays out of the arguments and the shell history.`,
  submit: actions.openPsql.order,
  failed: "Couldn’t open psql",
  label: "psql arguments",
  hint: "Output options, such as --csv, -x or -P null=none. Enter anything else at the psql prompt.",
  unclosed: (quote: string) => `Unclosed ${quote}. Close it or put it in quotes.`,
  oneLine: "An argument can’t span several lines.",
} as const;

/** What a person calls a one-time secret, within a sentence: "the connection string for main". */
function secretWords({ label, forms }: OneTimeSecretView): string {
  if (isConnection(forms)) return `the connection string for ${label}`;
  // Keys of one kind alone have a server key, which needs no further name.
  if (forms.forms[0]?.id === "serverKey") return `the ${kindOf({ forms })}`;
  return `the ${kindOf({ forms })} of ${label}`;
}

const kindOf = ({ forms }: Pick<OneTimeSecretView, "forms">): string =>
  small(forms.forms[0]?.label ?? "secret");

/** Of a secret that went to the clipboard with the click that made it. */
export function copiedWords(first: OneTimeSecretView, seconds: number): string {
  // Of what the dialog's title names, the kind alone.
  const what = isConnection(first.forms) ? secretWords(first) : `the ${kindOf(first)}`;
  const copied = `${capital(what)} was copied.`;
  return seconds > 0
    ? `${copied} The clipboard clears after ${seconds} s.`
    : `${copied} It stays on the clipboard until you quit.`;
}

/** What goes for good with a dialog that closes. */
export function lostWords(lost: readonly OneTimeSecretView[]): string {
  const all = capital(listed(lost.map(secretWords), lost.length));
  return lost.length === 1
    ? `${all} hasn’t been copied or written to a file. After you close this dialog, it can’t be shown again.`
    : `${all} haven’t been copied or written to a file. After you close this dialog, they can’t be shown again.`;
}

/** The same where all of Plinth closes. */
export const lostAtQuitWords = (lost: OneTimeSecretView): string =>
  `${capital(secretWords(lost))} hasn’t been copied or written to a file. It can’t be shown again.`;

/** Acronyms stay as they are. */
const small = (word: string) =>
  /^[A-Z][a-z]/.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word;

/** A form that is copied without a look at it. */
interface CopyWords {
  form: FormId;
  copy: string;
  /** What is said once that is done. */
  copied: string;
  /** The inner menu that holds it, and its words there. */
  within?: { menu: string; title: string };
}

const code = (menu: string, form: FormId, title: string, name = title): CopyWords => ({
  form,
  copy: `Copy code for ${name}`,
  copied: `Code for ${name}`,
  within: { menu, title },
});

const JAVASCRIPT = "Copy code for JavaScript";
const PYTHON = "Copy code for Python";
const OTHER_LANGUAGES = "Copy code for other languages";

/** The forms that a menu and the palette copy, the most used first, those of an inner menu together. */
export const COPIES: readonly CopyWords[] = [
  { form: "direct", copy: "Copy direct connection string", copied: "Direct connection string" },
  { form: "psql", copy: "Copy psql command", copied: "psql command" },
  { form: "env", copy: "Copy env variables", copied: "Env variables" },
  { form: "parameters", copy: "Copy connection parameters", copied: "Connection parameters" },
  { form: "jdbc", copy: "Copy JDBC URL", copied: "JDBC URL" },
  code(JAVASCRIPT, "node", "node-postgres"),
  code(JAVASCRIPT, "postgresJs", "postgres.js"),
  code(JAVASCRIPT, "serverlessHttp", "Serverless HTTP", "serverless HTTP"),
  code(JAVASCRIPT, "serverlessWebSocket", "Serverless WebSocket", "serverless WebSocket"),
  code(JAVASCRIPT, "prisma", "Prisma"),
  code(JAVASCRIPT, "drizzle", "Drizzle"),
  code(JAVASCRIPT, "knex", "Knex"),
  code(PYTHON, "python", "psycopg"),
  code(PYTHON, "asyncpg", "asyncpg"),
  code(PYTHON, "sqlalchemy", "SQLAlchemy"),
  code(PYTHON, "django", "Django"),
  code(OTHER_LANGUAGES, "go", "Go: pgx", "pgx"),
  code(OTHER_LANGUAGES, "rust", "Rust: tokio-postgres", "tokio-postgres"),
  code(OTHER_LANGUAGES, "dotnet", ".NET: Npgsql", "Npgsql"),
  code(OTHER_LANGUAGES, "ruby", "Ruby: pg", "the pg gem"),
  code(OTHER_LANGUAGES, "rails", "Ruby on Rails", "Rails"),
  code(OTHER_LANGUAGES, "php", "PHP: PDO", "PDO"),
];
