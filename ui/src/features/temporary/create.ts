import type { QueryClient } from "@tanstack/react-query";
import { keychainQuery, placesQuery, sandboxQuery, settingsQuery } from "@/data/queries";
import { isLive } from "@/data/words";
import { perform } from "@/data/work";
import { starting } from "@/features/sandbox/mutations";
import type { KeychainView, PlaceChoice, TemporaryOptions } from "@/ipc/generated";
import type { Tools } from "@/kit/action/action";
import { type Asked, ask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";
import { creation } from "./mutations";
import { ownPlace, placeKey } from "./options";

/** One click: a database with the last options. Asks only for what it cannot know. */
export async function createWithLastOptions(tools: Tools): Promise<void> {
  const settings = await tools.client.fetchQuery(settingsQuery);
  const places = await tools.client.fetchQuery(placesQuery);
  const place = settings.temporary.place ?? ownPlace(places);
  if (!place) return ask({ dialog: "temporaryOptions" });
  const next = await createWith({ ...settings.temporary, place }, tools);
  if (next) ask(next);
}

/**
 * Makes a database with exactly these options, which the backend keeps as the last ones, and shows it unless the person
 * has gone elsewhere. Resolves to the dialog that comes next, when one does.
 */
export async function createWith(options: TemporaryOptions, tools: Tools): Promise<Asked | undefined> {
  const keychain = await tools.client.fetchQuery(keychainQuery);
  if (!canKeep(keychain)) return { dialog: "keychain", options };
  const from = tools.router.current();
  const place = await placeOf(options, tools.client);
  const row = await perform(tools.client, creation, { ...options, place });
  if (!row) return undefined;
  // Who has gone elsewhere in the meantime is told, and not fetched back.
  if (tools.router.current() !== from) {
    toast({ title: `${row.name} is ready` });
    return undefined;
  }
  tools.router.go({ screen: "temporary", id: row.id });
  if (!options.envPath || !isLive(row.state)) return undefined;
  return { dialog: "writeEnv", id: row.id, path: options.envPath };
}

/** True when the secrets of a new database have somewhere to go. */
export function canKeep(keychain: KeychainView): boolean {
  return keychain.kind === "memory" || keychain.status === "ready" || keychain.status === "checking";
}

/**
 * The place that is meant: none means this machine. A database here needs the sandbox, so a click on New is a click on
 * Start, too.
 */
async function placeOf(options: TemporaryOptions, client: QueryClient): Promise<PlaceChoice | null> {
  const chosen = options.place;
  if (chosen !== null && chosen.kind !== "account") return chosen;
  const places = await client.fetchQuery(placesQuery);
  const own = ownPlace(places);
  if (chosen !== null && placeKey(chosen) !== placeKey(own)) return chosen;
  const sandbox = await client.fetchQuery(sandboxQuery);
  if (sandbox.status === "running") return own;
  await perform(client, starting, undefined);
  await client.invalidateQueries({ queryKey: placesQuery.queryKey });
  return ownPlace(await client.fetchQuery(placesQuery));
}
