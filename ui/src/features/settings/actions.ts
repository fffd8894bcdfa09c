import { mutationKeys } from "@/data/keys";
import { type MutationSpec, perform } from "@/data/mutation";
import { settingsQuery } from "@/data/queries";
import { call } from "@/ipc/call";
import type { Appearance, SettingsView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import type { IconName } from "@/kit/icon/paths";
import { ACTIONS, words } from "./words";

declare module "@/kit/route/route" {
  interface Routes {
    settings: object;
  }
}

const themes: ReadonlyArray<{ appearance: Appearance; title: string; icon: IconName }> = [
  { appearance: "system", title: ACTIONS.system, icon: "gear" },
  { appearance: "light", title: ACTIONS.light, icon: "sun" },
  { appearance: "dark", title: ACTIONS.dark, icon: "moon" },
];

export const settingsActions: readonly Action[] = [
  action({
    id: "settings.go",
    group: ACTIONS.goTo,
    title: words.title,
    icon: "gear",
    shortcut: "G S",
    keywords:
      "preferences accounts appearance theme density shortcuts clipboard clear notifications warn env files",
    run: ({ router }) => router.go({ screen: "settings" }),
  }),
  ...themes.map(({ appearance, title, icon }) =>
    action({
      id: `settings.${appearance}`,
      group: words.appearance,
      title,
      icon,
      keywords: "theme dark light",
      run: ({ client }) => perform(client, saving, () => ({ appearance })),
    }),
  ),
];

/** What becomes different, given the settings as they are when its turn comes. */
export type SettingsChange = (now: SettingsView) => Partial<SettingsView>;

/**
 * Saves all settings at once; what came back is what counts. Each save waits for the one before and begins with what
 * that one left, so that two quick choices are both kept.
 */
export const saving: MutationSpec<SettingsView, SettingsChange> = {
  key: mutationKeys.settings,
  inTurn: true,
  async run(change, client) {
    const now = await client.fetchQuery(settingsQuery);
    return call({ kind: "settingsSet", settings: { ...now, ...change(now) } });
  },
  onSuccess: (settings, _change, client) => {
    client.setQueryData(settingsQuery.queryKey, settings);
  },
};
