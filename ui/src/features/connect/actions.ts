import { perform } from "@/data/work";
import { actionsOn } from "@/features/base/actions";
import type { FormId } from "@/ipc/generated";
import { type Action, actionOn } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
import { copied } from "@/kit/overlay/toasts";
import { opens } from "./groups";
import { copyingOf, psqlOf } from "./mutations";

const CONNECTION = "This connection";

/** What each form is, in words that go on with "copied". */
const FORMS: ReadonlyArray<readonly [form: FormId, what: string]> = [
  ["direct", "Direct connection string"],
  ["psql", "psql command"],
  ["parameters", "Connection parameters"],
  ["env", "Env variables"],
  ["jdbc", "JDBC URL"],
  ["node", "Code for node-postgres"],
  ["prisma", "Code for Prisma"],
  ["drizzle", "Code for Drizzle"],
  ["python", "Code for psycopg"],
  ["sqlalchemy", "Code for SQLAlchemy"],
  ["django", "Code for Django"],
  ["go", "Code for pgx"],
  ["rust", "Code for tokio-postgres"],
  ["dotnet", "Code for Npgsql"],
  ["ruby", "Code for the pg gem"],
  ["rails", "Code for Rails"],
  ["php", "Code for PDO"],
];

/** Every form of a connection that is shown on its card, copied without a look at it. */
const copyActions: readonly Action[] = FORMS.map(([form, what]) =>
  actionOn({
    id: `connection.copy.${form}`,
    about: "connection",
    group: "Copy connection",
    title: `Copy ${inSentence(what)}`,
    icon: "copy",
    keywords: `${form} driver framework`,
    when: ({ forms }) => forms?.includes(form) === true,
    async run({ source }, { client }) {
      const seconds = await perform(client, copyingOf(source), form);
      if (seconds !== undefined) copied(what, seconds);
    },
  }),
);

/** Names of things keep their letters; other words are small within a sentence. */
function inSentence(what: string): string {
  return /^[A-Z][a-z]/.test(what) ? what.charAt(0).toLowerCase() + what.slice(1) : what;
}

/** What can be done with a connection that is shown, such as that of a branch, a database and a role. */
export const connectionActions: readonly Action[] = [
  ...actionsOn({ about: "connection", group: CONNECTION, when: ({ forms }) => opens(forms) }, [
    {
      id: "connection.copy",
      title: "Copy connection string as shown",
      icon: "copy",
      async run({ source }, { client }) {
        const pooled = source.kind !== "project" || source.wish.pooled !== false;
        const seconds = await perform(client, copyingOf(source), pooled ? "pooled" : "direct");
        if (seconds !== undefined) copied("Connection string", seconds);
      },
    },
    {
      id: "connection.psql",
      title: "Open psql",
      titleFor: ({ name }) => `Open psql on ${name}`,
      icon: "terminal",
      blocked: ({ locked }) => locked,
      run: ({ source }, { client }) => perform(client, psqlOf(source), []),
    },
    {
      id: "connection.psqlWith",
      title: "Open psql with arguments…",
      icon: "terminal",
      keywords: "options command file",
      blocked: ({ locked }) => locked,
      run: ({ source, name }) => ask({ dialog: "psqlWith", source, name }),
    },
    {
      id: "connection.env",
      title: "Write to .env…",
      titleFor: ({ name }) => `Write ${name} to an env file…`,
      icon: "file",
      keywords: "dotenv variables",
      when: ({ forms }) => opens(forms) || forms?.includes("env") === true,
      run: ({ source, name, forms }) =>
        ask({ dialog: "writeConnection", source, name, isSet: !opens(forms) }),
    },
  ]),
  ...copyActions,
];
