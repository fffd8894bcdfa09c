import { workKeys } from "@/data/keys";
import { settingsQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { SettingsView } from "@/ipc/generated";

/** What becomes different, given the settings as they are when its turn comes. */
type SettingsChange = (now: SettingsView) => Partial<SettingsView>;

/**
 * Saves all settings at once; what came back is what counts. Each save waits for the one before and begins with what
 * that one left, so that two quick choices are both kept.
 */
export const saving: Work<SettingsView, SettingsChange> = {
  key: workKeys.settings,
  inTurn: true,
  async run(change, client) {
    const now = await client.fetchQuery(settingsQuery);
    return call.settingsSet({ ...now, ...change(now) });
  },
  settle: (settings, _change, client) => {
    client.setQueryData(settingsQuery.queryKey, settings);
  },
};
