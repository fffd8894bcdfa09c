import { hashKey, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { keys, mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { call } from "@/ipc/call";
import type { ConnectSource, FormId, OneTimeSecretView } from "@/ipc/generated";
import type { OpenDialog } from "@/kit/overlay/dialogs";
import { filledDialogs, subscribeFilled } from "@/kit/overlay/filled";
import type { Route } from "@/kit/route/route";

/** Secrets that came with one thing that was made, masked: the core holds what they hide. */
export interface OneTimeSecretGroup {
  /** What they belong to, such as "shop-prod" or "reporter on main". */
  name: string;
  /** The question they answer, as the dialog's title: "How to connect to shop-prod". */
  title: string;
  /** What to know about them, in sentences; for what is shown once also what is left when it is lost. */
  note: string;
  /** True where the window can show the same again, so that nothing is lost when this closes. */
  again?: boolean;
  /** The ids of those that were copied, written or saved, and so are kept somewhere: one for each place. */
  taken?: readonly string[];
  /** What is said besides, each a sentence: a database that takes connections only in a moment. */
  more?: readonly string[];
  /** What belongs to them and is no secret, to be copied as it is. */
  open?: readonly { label: string; value: string }[];
  items: readonly OneTimeSecretView[];
  /** Whether the first of them goes to the clipboard at once: it was made to be used. */
  copies?: boolean;
  /** How that ended: the seconds that it stays there, 0 until the app quits; or why it could not be copied. */
  clipboard?: { seconds: number } | { error: Error };
  /** The connection that they open, where the window can show it: its string and psql stand below them. */
  connect?: { name: string; source: ConnectSource };
  /** Where the way on leads, and its words: "Open shop-prod". */
  lead?: { label: string; route: Route };
  /** What else can be done with them while they are in memory, each by a dialog that goes before this one. */
  offers?: readonly { label: string; dialog: OpenDialog }[];
}

const NONE: readonly OneTimeSecretGroup[] = [];

/** Those in memory now, the oldest first. */
const oneTimeSecretsNow = (client: QueryClient): readonly OneTimeSecretGroup[] =>
  client.getQueryData<readonly OneTimeSecretGroup[]>(keys.oneTimeSecrets) ?? NONE;

/** Not fetched: the click that made them puts them here. */
const oneTimeSecretsQuery = queryOptions({
  queryKey: keys.oneTimeSecrets,
  queryFn: ({ client }): readonly OneTimeSecretGroup[] => oneTimeSecretsNow(client),
});

/**
 * Shows what was shown once, over everything, until it is dismissed on purpose. Does nothing for a group without
 * secrets, such as after a lost reply.
 *
 *     showOnce(client, { name, title: `How to connect to ${name}`, note: "…", items: created.connections });
 */
export function showOnce(client: QueryClient, group: OneTimeSecretGroup): void {
  if (group.items.length === 0) return;
  client.setQueryData<readonly OneTimeSecretGroup[]>(keys.oneTimeSecrets, (groups = NONE) => [
    ...groups,
    group,
  ]);
  if (group.copies) void copyFirst(client, group);
}

/** The dialog that shows the secret says how it ended. */
async function copyFirst(client: QueryClient, { items: [first] }: OneTimeSecretGroup): Promise<void> {
  const form = first && formOf(first);
  if (!first || !form) return;
  const { id } = first;
  const source: ConnectSource = { kind: "oneTimeSecret", id };
  try {
    const seconds = await call({ kind: "connectCopy", source, form });
    changeOneTimeSecrets(client, id, { clipboard: { seconds } });
    noteTaken(client, source, form);
  } catch (error) {
    if (error instanceof Error) changeOneTimeSecrets(client, id, { clipboard: { error } });
  }
}

/** What is copied of a secret when nothing else was chosen. */
const formOf = ({ forms: { forms } }: OneTimeSecretView): FormId | undefined => forms[0]?.id;

/**
 * A one-time secret was copied, written to a file or saved: closing its dialog loses nothing any more. Copied in a form that
 * does not hold it, such as a program that reads it from the environment, it is kept nowhere yet.
 */
export function noteTaken(client: QueryClient, source: ConnectSource, copied?: FormId): void {
  if (source.kind !== "oneTimeSecret" && source.kind !== "newPassword") return;
  const { id, kind } = source;
  const holds = (oneTimeSecret: OneTimeSecretView, form: FormId) =>
    kind === "oneTimeSecret" ? hasSecret(oneTimeSecret, form) : form === "pooled" || form === "direct";
  client.setQueryData<readonly OneTimeSecretGroup[]>(keys.oneTimeSecrets, (groups = NONE) =>
    groups.map((group) => {
      const oneTimeSecret = group.items.find((each) => each.id === id);
      if (!oneTimeSecret || (copied !== undefined && !holds(oneTimeSecret, copied))) return group;
      return { ...group, taken: [...(group.taken ?? []), id] };
    }),
  );
}

/** What was written is taken back: it is kept there no more, and perhaps elsewhere. */
export function noteTakenBack(client: QueryClient, source: ConnectSource): void {
  if (source.kind !== "oneTimeSecret" && source.kind !== "newPassword") return;
  client.setQueryData<readonly OneTimeSecretGroup[]>(keys.oneTimeSecrets, (groups = NONE) =>
    groups.map((group) => {
      const at = group.taken?.indexOf(source.id) ?? -1;
      return at < 0 ? group : { ...group, taken: group.taken?.filter((_id, index) => index !== at) ?? [] };
    }),
  );
}

/** The core writes bullets for secrets. A program without them reads its secret; any other form is all there is to keep. */
function hasSecret({ forms: { forms } }: OneTimeSecretView, id: FormId): boolean {
  return forms.some((form) => form.id === id && (form.group === "string" || form.masked.includes("•")));
}

/** What is shown once in this group and was neither copied nor written nor saved yet. */
export function untaken({
  items,
  taken = [],
  again = false,
}: OneTimeSecretGroup): readonly OneTimeSecretView[] {
  return again ? [] : items.filter(({ id }) => !taken.includes(id));
}

/** Adds to what is said of a group, found by one of the secrets in it, after something was done with that. */
export function changeOneTimeSecrets(
  client: QueryClient,
  id: string,
  change: Partial<Pick<OneTimeSecretGroup, "more" | "offers" | "clipboard">>,
): void {
  client.setQueryData<readonly OneTimeSecretGroup[]>(keys.oneTimeSecrets, (groups = NONE) =>
    groups.map((group) =>
      group.items.some((oneTimeSecret) => oneTimeSecret.id === id) ? { ...group, ...change } : group,
    ),
  );
}

/** What waits to be dismissed, the oldest first. */
export function useOneTimeSecrets(): readonly OneTimeSecretGroup[] {
  return useQuery(oneTimeSecretsQuery).data ?? NONE;
}

/** Whether this form went to the clipboard with the click that made the secret. */
export function useCopiedAtOnce(source: ConnectSource, form: FormId): boolean {
  return useOneTimeSecrets().some(({ items: [first], clipboard }) => {
    const isCopied = clipboard !== undefined && "seconds" in clipboard;
    return isCopied && source.kind === "oneTimeSecret" && first?.id === source.id && formOf(first) === form;
  });
}

/** Dismisses a group here and in the core. One that the core has no more is dismissed as well. */
export const dismissing: MutationSpec<null, OneTimeSecretGroup> = {
  key: mutationKeys.oneTimeSecretsForget,
  async run(group) {
    await Promise.allSettled(group.items.map(({ id }) => call({ kind: "oneTimeSecretForget", id })));
    return null;
  },
  onSuccess: (_done, group, client) => {
    client.setQueryData<readonly OneTimeSecretGroup[]>(keys.oneTimeSecrets, (groups = NONE) =>
      groups.filter((each) => each.items[0]?.id !== group.items[0]?.id),
    );
  },
};

const ONE_TIME_SECRETS = hashKey(keys.oneTimeSecrets);

/**
 * Reports how many secrets are shown once and kept nowhere yet, and forms filled in and not sent, so that closing the
 * window asks before they are lost. At the start, too: a page that was loaded again holds none of those that the page
 * before it reported.
 */
export function followUnkept(client: QueryClient): () => void {
  const count = () => oneTimeSecretsNow(client).flatMap(untaken).length + filledDialogs().length;
  let reported = count();
  void call({ kind: "appSecretsUntaken", count: reported });
  const report = () => {
    const now = count();
    if (now === reported) return;
    reported = now;
    void call({ kind: "appSecretsUntaken", count: now });
  };
  const unfollow = [
    subscribeFilled(report),
    client.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash === ONE_TIME_SECRETS) report();
    }),
  ];
  return () => {
    for (const stop of unfollow) stop();
  };
}
