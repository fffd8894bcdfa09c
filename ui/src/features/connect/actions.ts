import { perform } from "@/data/work";
import { type Action, actionOn } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
import { copied } from "@/kit/overlay/toasts";
import { copyActions } from "./copyActions";
import { opens } from "./groups";
import { copyingOf, psqlOf } from "./mutations";

const CONNECTION = "This connection";

/** What can be done with a connection that is shown, such as that of a branch, a database and a role. */
export const connectionActions: readonly Action[] = [
  actionOn({
    id: "connection.copy",
    about: "connection",
    group: CONNECTION,
    title: "Copy connection string as shown",
    icon: "copy",
    when: ({ forms }) => opens(forms),
    async run({ source }, { client }) {
      const pooled = source.kind !== "project" || source.wish.pooled !== false;
      const seconds = await perform(client, copyingOf(source), pooled ? "pooled" : "direct");
      if (seconds !== undefined) copied("Connection string", seconds);
    },
  }),
  actionOn({
    id: "connection.psql",
    about: "connection",
    group: CONNECTION,
    title: "Open psql",
    titleFor: ({ name }) => `Open psql on ${name}`,
    icon: "terminal",
    when: ({ forms }) => opens(forms),
    blocked: ({ locked }) => locked,
    run: async ({ source }, { client }) => void (await perform(client, psqlOf(source), [])),
  }),
  actionOn({
    id: "connection.psqlWith",
    about: "connection",
    group: CONNECTION,
    title: "Open psql with arguments…",
    icon: "terminal",
    keywords: "options command file",
    when: ({ forms }) => opens(forms),
    blocked: ({ locked }) => locked,
    run: ({ source, name }) => ask({ dialog: "psqlWith", source, name }),
  }),
  actionOn({
    id: "connection.env",
    about: "connection",
    group: CONNECTION,
    title: "Write to .env…",
    titleFor: ({ name }) => `Write ${name} to an env file…`,
    icon: "file",
    keywords: "dotenv variables",
    when: ({ forms }) => opens(forms) || forms?.includes("env") === true,
    run: ({ source, name, forms }) => ask({ dialog: "writeConnection", source, name, isSet: !opens(forms) }),
  }),
  ...copyActions,
];
