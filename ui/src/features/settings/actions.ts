import { perform } from "@/data/work";
import type { Appearance } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import type { IconName } from "@/kit/icon/paths";
import { saving } from "./mutations";

declare module "@/kit/route/place" {
  interface Places {
    settings: object;
  }
}

const themes: ReadonlyArray<{ appearance: Appearance; title: string; icon: IconName }> = [
  { appearance: "system", title: "Follow the system’s appearance", icon: "gear" },
  { appearance: "light", title: "Light appearance", icon: "sun" },
  { appearance: "dark", title: "Dark appearance", icon: "moon" },
];

export const settingsActions: readonly Action[] = [
  action({
    id: "settings.go",
    group: "Go to",
    title: "Settings",
    icon: "gear",
    shortcut: "G S",
    keywords: "preferences accounts appearance",
    run: ({ router }) => router.go({ screen: "settings" }),
  }),
  ...themes.map(({ appearance, title, icon }) =>
    action({
      id: `settings.${appearance}`,
      group: "Appearance",
      title,
      icon,
      keywords: "theme dark light",
      run: async ({ client }) => void (await perform(client, saving, () => ({ appearance }))),
    }),
  ),
];
