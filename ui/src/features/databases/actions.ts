import { perform } from "@/data/work";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { copied, toast } from "@/kit/overlay/toasts";
import { sourceOfDatabase } from "./connecting";
import { copyingString, openingPsql } from "./mutations";
import { roleActions } from "./roleActions";

const CONNECT = "This database";
const CHANGE = "Change this database";
const TEXT = "This database as text";

/** Everything that a button or a menu does to a database or a role of a branch. */
export const databaseActions: readonly Action[] = [
  actionOn({
    id: "database.new",
    about: "data",
    group: "Databases and roles",
    title: "New database…",
    titleFor: ({ branchName }) => `New database on ${branchName}…`,
    icon: "plus",
    keywords: "create add",
    blocked: ({ locked }) => locked,
    run: (at) => ask({ dialog: "createDatabase", at }),
  }),
  actionOn({
    id: "role.new",
    about: "data",
    group: "Databases and roles",
    title: "New role…",
    titleFor: ({ branchName }) => `New role on ${branchName}…`,
    icon: "plus",
    keywords: "create add user login password",
    blocked: ({ locked }) => locked,
    run: (at) => ask({ dialog: "createRole", at }),
  }),
  actionOn({
    id: "database.connect",
    about: "database",
    group: CONNECT,
    title: "Show how to connect",
    titleFor: ({ database }) => `Show how to connect to ${database.name}`,
    icon: "plug",
    run: ({ accountId, projectId, branchId, database }, { router }) =>
      router.go({
        screen: "project",
        account: accountId,
        id: projectId,
        branch: branchId,
        name: database.name,
      }),
  }),
  actionOn({
    id: "database.copy",
    about: "database",
    group: CONNECT,
    title: "Copy connection string",
    icon: "copy",
    shortcut: "Mod+Shift+C",
    async run(subject, { client }) {
      const seconds = await perform(client, copyingString(subject), sourceOfDatabase(subject, "pooled"));
      if (seconds !== undefined) copied("Connection string", seconds);
    },
  }),
  actionOn({
    id: "database.psql",
    about: "database",
    group: CONNECT,
    title: "Open psql",
    icon: "terminal",
    blocked: ({ locked }) => locked,
    run: async (subject, { client }) =>
      void (await perform(client, openingPsql(subject), sourceOfDatabase(subject, "direct"))),
  }),
  actionOn({
    id: "database.env",
    about: "database",
    group: CONNECT,
    title: "Write to .env…",
    icon: "file",
    run: (subject) =>
      ask({
        dialog: "writeConnection",
        source: sourceOfDatabase(subject, "pooled"),
        name: subject.database.name,
      }),
  }),
  actionOn({
    id: "database.rename",
    about: "database",
    group: CHANGE,
    title: "Rename…",
    icon: "pencil",
    shortcut: "F2",
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "renameDatabase", subject }),
  }),
  actionOn({
    id: "database.owner",
    about: "database",
    group: CHANGE,
    title: "Change owner…",
    icon: "user",
    keywords: "role give",
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "databaseOwner", subject }),
  }),
  actionOn({
    id: "database.json",
    about: "database",
    group: TEXT,
    title: "Copy as JSON",
    icon: "copy",
    async run({ database }) {
      await writeClipboard(jsonText(database));
      toast({ title: "Copied as JSON" });
    },
  }),
  ...textActions({
    id: "database",
    about: "database",
    group: TEXT,
    callOf: ({ accountId, projectId, branchId, branchName }) => ({
      accountId,
      call: { kind: "listDatabases", projectId, branchId },
      title: `Databases of ${branchName}`,
    }),
  }),
  actionOn({
    id: "database.delete",
    about: "database",
    group: "Delete this database",
    title: "Delete…",
    titleFor: ({ database }) => `Delete ${database.name}…`,
    icon: "trash",
    shortcut: "Delete",
    danger: true,
    keywords: "drop remove",
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "deleteDatabase", subject }),
  }),
  ...roleActions,
];
