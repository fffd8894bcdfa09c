import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { ConnectSource, SqlTabView } from "@/ipc/generated";
import { asError } from "@/kit/asError";
import { currentTime } from "@/time/clock";

/** The queries that were kept, the oldest first. */
export const sqlTabsQuery = queryOptions({
  queryKey: keys.sqlTabs,
  queryFn: () => call({ kind: "sqlTabList" }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Milliseconds after a change until the text is saved. */
const PAUSE = 250;

/** A query's text as it is in this window. It is saved after each change, and what could not be saved is tried again. */
export class TabText {
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: Promise<void> = Promise.resolve();
  private isChanged = false;
  private readText: () => string;
  private problem: Error | undefined;
  /** The state of the editor that was left, with what can be undone in it. */
  leftState: unknown;

  constructor(
    private readonly client: QueryClient,
    private view: SqlTabView,
  ) {
    this.readText = () => view.text;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Why the last change is not saved. */
  readonly error = (): Error | undefined => this.problem;

  get text(): string {
    return this.readText();
  }

  /** The text has changed. It is read when it is saved, with the database that it is for. */
  change(read: () => string, source: ConnectSource | undefined): void {
    this.view = { ...this.view, source: this.view.source ?? source ?? null };
    this.readText = read;
    this.isChanged = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), PAUSE);
  }

  /** The name or the database has changed. */
  update(changes: Partial<Pick<SqlTabView, "name" | "source">>): void {
    this.view = { ...this.view, ...changes };
    putTab(this.client, this.view);
    this.isChanged = true;
    void this.flush();
  }

  /** The editor goes: its text stays here. */
  settle(): void {
    const text = this.text;
    this.readText = () => text;
    void this.flush();
  }

  /** Saves what has changed, each save after the one before. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isChanged) {
      this.isChanged = false;
      this.saving = this.saving.then(() => this.save());
    }
    return this.saving;
  }

  /** Deletes the tab, and saves it no more. */
  async forget(): Promise<void> {
    clearTimeout(this.timer);
    this.isChanged = false;
    tabTexts.delete(this.view.id);
    await this.saving;
    await call({ kind: "sqlTabDelete", id: this.view.id });
  }

  private async save(): Promise<void> {
    try {
      const saved = await call({ kind: "sqlTabSave", tab: { ...this.view, text: this.text } });
      if (tabTexts.get(this.view.id) !== this) return;
      // The list has the text as it is kept, where a password is dots. The editor has the text as it was typed.
      putTab(this.client, { ...this.view, text: saved.text, isMasked: saved.isMasked });
      this.fail(undefined);
    } catch (error) {
      this.isChanged = true;
      this.fail(asError(error));
    }
  }

  private fail(problem: Error | undefined): void {
    if (this.problem === problem) return;
    this.problem = problem;
    for (const listener of this.listeners) listener();
  }
}

const tabTexts = new Map<string, TabText>();

/** Returns the text of a tab, which stays in memory when the tab is left. */
export function tabTextOf(client: QueryClient, tab: SqlTabView): TabText {
  const found = tabTexts.get(tab.id) ?? new TabText(client, tab);
  tabTexts.set(tab.id, found);
  return found;
}

/** Saves all texts that have changed: the window is hidden or closes. */
export function flushTabs(): void {
  for (const tab of tabTexts.values()) void tab.flush();
}

/** Puts a tab into the list, in its place where it is there. */
export function putTab(client: QueryClient, tab: SqlTabView): void {
  client.setQueryData(sqlTabsQuery.queryKey, (tabs: SqlTabView[] | undefined) =>
    tabs?.some(({ id }) => id === tab.id)
      ? tabs.map((each) => (each.id === tab.id ? tab : each))
      : // A list that could not be read stays unread: it has others.
        tabs && [...tabs, tab],
  );
}

/** Takes a tab out of the list. */
export function removeTab(client: QueryClient, id: string): void {
  client.setQueryData(sqlTabsQuery.queryKey, (tabs: SqlTabView[] | undefined) =>
    tabs?.filter((tab) => tab.id !== id),
  );
}

/** Returns a new id: a UUID that begins with the time, so that ids sort by age. */
export function tabId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  new DataView(bytes.buffer).setBigUint64(0, BigInt(currentTime()) << 16n);
  const random = crypto.getRandomValues(new Uint8Array(2));
  bytes[6] = 0x70 | ((random[0] ?? 0) & 0x0f);
  bytes[7] = random[1] ?? 0;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Returns the lowest number that no query of these has. */
export function freeNumber(names: ReadonlyArray<string | null>, nameOf: (number: number) => string): number {
  let number = 1;
  while (names.includes(nameOf(number))) number += 1;
  return number;
}
