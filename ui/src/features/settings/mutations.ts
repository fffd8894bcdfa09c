import { workKeys } from "@/data/keys";
import { settingsQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { SettingsView } from "@/ipc/generated";

/** Saves all settings at once; what came back is what counts. */
export const saving: Work<SettingsView, SettingsView> = {
  key: workKeys.settings,
  run: (settings) => call.settingsSet(settings),
  settle: (settings, _typed, client) => {
    client.setQueryData(settingsQuery.queryKey, settings);
  },
};
