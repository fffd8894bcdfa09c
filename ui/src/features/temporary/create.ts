import type { QueryClient } from "@tanstack/react-query";
import { keys, mutationKeys } from "@/data/keys";
import { type MutationSpec, perform } from "@/data/mutation";
import {
  instantServicesQuery,
  keychainQuery,
  sandboxQuery,
  settingsQuery,
  temporaryListQuery,
} from "@/data/queries";
import { starting } from "@/data/sandbox";
import { isLive } from "@/data/words";
import { canStore } from "@/features/keychain/words";
import { IpcError } from "@/ipc/call";
import type { InstantServiceChoice, TemporaryOptions, TemporaryView } from "@/ipc/generated";
import type { Tools } from "@/kit/action/action";
import { type OpenDialog, openDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { copyConnection } from "./copying";
import { creation, forgettingOf } from "./mutations";
import { ownService, serviceKey } from "./options";
import { CREATE_FAILURE, READY } from "./words";

/** A read that runs under the create's mutation key, so that its error shows as the create's. */
function reading<View>(read: () => Promise<View>): MutationSpec<View, void> {
  return { key: mutationKeys.create, run: read };
}

/** One click: a database with the last options. Asks only for what it cannot know. */
export async function createWithLastOptions(tools: Tools): Promise<void> {
  const { client } = tools;
  const last = reading(async () => {
    const { temporary } = await client.fetchQuery(settingsQuery);
    return {
      ...temporary,
      place: temporary.place ?? ownService(await client.fetchQuery(instantServicesQuery)),
    };
  });
  const options = await perform(client, last, undefined);
  if (!options) return;
  if (!options.place) return openDialog({ dialog: "temporaryOptions" });
  const next = await createWith(options, tools);
  if (next) openDialog(next);
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
  if (!place && where !== "sandbox") return openDialog({ dialog: "temporaryOptions" });
  const next = await createWith({ ...options, place }, tools, row);
  if (next) openDialog(next);
}

/** The instant service of a row, as an option. A typed address is not in the row, so the dialog has to ask for it. */
function choiceOf({ accountId, serviceKind }: TemporaryView): InstantServiceChoice | null {
  if (accountId !== null) return { kind: "account", accountId };
  return serviceKind === "neon" ? { kind: "neon" } : null;
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
): Promise<OpenDialog | undefined> {
  const { client } = tools;
  const keychain = await perform(
    client,
    reading(() => client.fetchQuery(keychainQuery)),
    undefined,
  );
  if (!keychain) return undefined;
  if (!canStore(keychain)) return { dialog: "keychain", options };
  const from = tools.router.current();
  const place = await serviceOf(options, client);
  if (!place) return undefined;
  const request = { ...options, place };
  const row = await (former ? replace(former, request, client) : perform(client, creation, request));
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
async function serviceOf(
  options: TemporaryOptions,
  client: QueryClient,
): Promise<InstantServiceChoice | undefined> {
  const chosen = options.place;
  if (chosen !== null && chosen.kind !== "account") return chosen;
  const known = await perform(
    client,
    reading(async () => ({
      own: ownService(await client.fetchQuery(instantServicesQuery)),
      sandbox: await client.fetchQuery(sandboxQuery),
    })),
    undefined,
  );
  if (!known) return undefined;
  const { own, sandbox } = known;
  if (chosen !== null && serviceKey(chosen) !== serviceKey(own)) return chosen;
  if (sandbox.status === "running" && own) return own;
  if (sandbox.status !== "running") await perform(client, starting, undefined);
  return perform(
    client,
    reading(async () => {
      await client.invalidateQueries({ queryKey: instantServicesQuery.queryKey });
      return ownService(await client.fetchQuery(instantServicesQuery)) ?? noService();
    }),
    undefined,
  );
}

function noService(): never {
  throw new IpcError({
    code: "invalid",
    message: CREATE_FAILURE.noService,
    hint: CREATE_FAILURE.noServiceHint,
    requestId: null,
    about: null,
  });
}
