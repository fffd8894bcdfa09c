import { perform } from "@/data/work";
import type { FormId } from "@/ipc/generated";
import { type Action, actionOn } from "@/kit/action/action";
import { copied } from "@/kit/overlay/toasts";
import { copyingOf } from "./mutations";

/** What each form is, in words that go on with "copied". */
const FORMS: ReadonlyArray<readonly [form: FormId, what: string]> = [
  ["direct", "Direct connection string"],
  ["psql", "psql command"],
  ["parameters", "Connection parameters"],
  ["env", "Lines for an env file"],
  ["jdbc", "JDBC address"],
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
export const copyActions: readonly Action[] = FORMS.map(([form, what]) =>
  actionOn({
    id: `connection.copy.${form}`,
    about: "connection",
    group: "Copy of this connection",
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
