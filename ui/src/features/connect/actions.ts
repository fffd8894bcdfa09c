import { perform } from "@/data/mutation";
import { actionsOn } from "@/features/base/actions";
import { opens } from "@/features/base/connections";
import { COPIED } from "@/features/base/words";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { copied } from "@/kit/overlay/toasts";
import { copyingOf, psqlOf } from "./mutations";
import { ACTIONS, COPIES } from "./words";

/** Every form of a connection that is shown on its card, copied without a look at it. */
const copyActions: readonly Action[] = COPIES.map(({ form, copy, copied: what, within }) =>
  actionOn({
    id: `connection.copy.${form}`,
    about: "connection",
    group: ACTIONS.copyGroup,
    title: copy,
    icon: "copy",
    keywords: `${form} driver framework`,
    ...(within && { within }),
    when: ({ forms }) => forms?.includes(form) === true,
    async run({ source }, { client }) {
      const seconds = await perform(client, copyingOf(source), form);
      if (seconds !== undefined) copied(what, seconds);
    },
  }),
);

/** What can be done with a connection that is shown, such as that of a branch, a database and a role. */
export const connectionActions: readonly Action[] = [
  ...actionsOn({ about: "connection", group: ACTIONS.group, when: ({ forms }) => opens(forms) }, [
    {
      id: "connection.copy",
      title: ACTIONS.copyShown,
      icon: "copy",
      async run({ source }, { client }) {
        const pooled = source.kind !== "project" || source.request.pooled !== false;
        const seconds = await perform(client, copyingOf(source), pooled ? "pooled" : "direct");
        if (seconds !== undefined) copied(COPIED.string, seconds);
      },
    },
    {
      id: "connection.psql",
      title: ACTIONS.psql,
      titleFor: ({ name }) => ACTIONS.psqlOn(name),
      icon: "terminal",
      blocked: ({ locked }) => locked,
      run: ({ source }, { client }) => perform(client, psqlOf(source), []),
    },
    {
      id: "connection.psqlWith",
      title: ACTIONS.psqlWith,
      icon: "terminal",
      keywords: "options command file",
      blocked: ({ locked }) => locked,
      run: ({ source, name }) => openDialog({ dialog: "psqlWith", source, name }),
    },
    {
      id: "connection.env",
      title: ACTIONS.env,
      titleFor: ({ name }) => ACTIONS.envOf(name),
      icon: "file",
      keywords: "dotenv variables",
      when: ({ forms }) => opens(forms) || forms?.includes("env") === true,
      run: ({ source, name, forms }) =>
        openDialog({ dialog: "writeConnection", source, name, isSet: !opens(forms) }),
    },
  ]),
  ...copyActions,
];
