import type { QueryClient } from "@tanstack/react-query";
import { keys, workKeys } from "@/data/keys";
import { keychainQuery, placesQuery, sandboxQuery, settingsQuery, temporaryListQuery } from "@/data/queries";
import { starting } from "@/data/sandbox";
import { isLive } from "@/data/words";
import { perform, type Work } from "@/data/work";
import { canStore } from "@/features/keychain/words";
import { IpcError } from "@/ipc/call";
import type { PlaceChoice, TemporaryOptions, TemporaryView } from "@/ipc/generated";
import type { Tools } from "@/kit/action/action";
import { type Asked, ask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";
import { copyConnection } from "./copying";
import { creation, forgettingOf } from "./mutations";
import { ownPlace, placeKey } from "./options";
import { CREATE_FAILURE, READY } from "./words";

/** A read that runs under the create's mutation key, so that its error shows as the create's. */
function reading<View>(read: () => Promise<View>): Work<View, void> {
  return { key: workKeys.create, run: read };
}

/** One click: a database with the last options. Asks only for what it cannot know. */
export async function createWithLastOptions(tools: Tools): Promise<void> {
  const { client } = tools;
  const last = reading(async () => {
    const { temporary } = await client.fetchQuery(settingsQuery);
    return { ...temporary, place: temporary.place ?? ownPlace(await client.fetchQuery(placesQuery)) };
  });
  const options = await perform(client, last, undefined);
  if (!options) return;
  if (!options.place) return ask({ dialog: "temporaryOptions" });
  const next = await createWith(options, tools);
  if (next) ask(next);
}

/**
 * Retries a create that failed, without its env file and SQL file. The failed row is removed when the new one reports a
 * result.
 */
export async function createAgain(row: TemporaryView, tools: Tools, where?: "sandbox"): Promise<void> {
  const { client } = tools;
  const settings = await perform(
    client,
    reading(() => client.fetchQuery(settingsQuery)),
    undefined,
  );
  if (!settings) return;
  const { reference, logicalReplication } = row;
  const options = { ...settings.temporary, reference, logicalReplication, envPath: null, seedPath: null };
  const place = where === "sandbox" ? null : choiceOf(row);
  if (!place && where !== "sandbox") return ask({ dialog: "temporaryOptions" });
  const next = await createWith({ ...options, place }, tools, row);
  if (next) ask(next);
}

/** The instant service of a row, as an option. A typed address is not in the row, so the dialog has to ask for it. */
function choiceOf({ accountId, placeKind }: TemporaryView): PlaceChoice | null {
  if (accountId !== null) return { kind: "account", accountId };
  return placeKind === "neon" ? { kind: "neon" } : null;
}

/**
 * Makes a database with exactly these options, which the backend keeps as the last ones, and shows it with its connection
 * string on the clipboard, unless the person has gone elsewhere. Resolves to the dialog that must come first, when one
 * does. `former`: the row of an earlier try, which goes when another one says what became of it.
 */
export async function createWith(
  options: TemporaryOptions,
  tools: Tools,
  former?: TemporaryView,
): Promise<Asked | undefined> {
  const { client } = tools;
  const keychain = await perform(
    client,
    reading(() => client.fetchQuery(keychainQuery)),
    undefined,
  );
  if (!keychain) return undefined;
  if (!canStore(keychain)) return { dialog: "keychain", options };
  const from = tools.router.current();
  const place = await placeOf(options, client);
  if (!place) return undefined;
  const asked = { ...options, place };
  const row = await (former ? replace(former, asked, client) : perform(client, creation, asked));
  if (!row) return undefined;
  if (options.envPath) client.setQueryData(keys.temporaryEnvOffer(row.id), options.envPath);
  await show(row, tools, tools.router.current() === from);
  return undefined;
}

/**
 * Opens the new database with its string on the clipboard, if the person still waits for it. Who has gone elsewhere gets a
 * message only: neither the screen nor the clipboard is taken from them.
 */
async function show(row: TemporaryView, { client, router }: Tools, waited: boolean): Promise<void> {
  const title = READY.title(row.name);
  if (!waited) {
    const copy = () => void copyConnection(row.id, client).catch(() => {});
    return void toast({ title, ...(isLive(row.state) && { undo: { label: READY.copy, run: copy } }) });
  }
  router.go({ screen: "temporary", id: row.id });
  if (!isLive(row.state) || row.secretsMissing) return;
  // A refusal is shown in the detail.
  await copyConnection(row.id, client, title).catch(() => {});
}

/** Makes a database and removes the failed row. A create refused before it was sent makes no row, and the old one stays. */
async function replace(
  former: TemporaryView,
  options: TemporaryOptions,
  client: QueryClient,
): Promise<TemporaryView | undefined> {
  // A row that could not be forgotten stays, and can be forgotten by hand.
  const forget = () => void perform(client, forgettingOf(former.id), undefined).catch(() => {});
  const before = client.getQueryData(temporaryListQuery.queryKey)?.items.map(({ id }) => id) ?? [];
  try {
    const row = await perform(client, creation, options);
    if (row) forget();
    return row;
  } catch (error) {
    const { items } = await client
      .fetchQuery({ ...temporaryListQuery, staleTime: 0 })
      .catch(() => ({ items: [] }));
    if (items.some(({ id }) => id !== former.id && !before.includes(id))) forget();
    throw error;
  }
}

/**
 * The instant service to use; without a choice the sandbox's, which is started for it. Fails if that has none, and never
 * falls back to a hosted service. Resolves to nothing while another create is under way.
 */
async function placeOf(options: TemporaryOptions, client: QueryClient): Promise<PlaceChoice | undefined> {
  const chosen = options.place;
  if (chosen !== null && chosen.kind !== "account") return chosen;
  const known = await perform(
    client,
    reading(async () => ({
      own: ownPlace(await client.fetchQuery(placesQuery)),
      sandbox: await client.fetchQuery(sandboxQuery),
    })),
    undefined,
  );
  if (!known) return undefined;
  const { own, sandbox } = known;
  if (chosen !== null && placeKey(chosen) !== placeKey(own)) return chosen;
  if (sandbox.status === "running" && own) return own;
  if (sandbox.status !== "running") await perform(client, starting, undefined);
  return perform(
    client,
    reading(async () => {
      await client.invalidateQueries({ queryKey: placesQuery.queryKey });
      return ownPlace(await client.fetchQuery(placesQuery)) ?? noPlace();
    }),
    undefined,
  );
}

function noPlace(): never {
  throw new IpcError({
    code: "invalid",
    message: CREATE_FAILURE.noPlace,
    hint: CREATE_FAILURE.noPlaceHint,
    requestId: null,
    about: null,
  });
}
