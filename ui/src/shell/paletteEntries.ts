import { foundLook } from "@/features/search/found";
import type { FoundView } from "@/ipc/generated";
import { type Action, type ActionContext, answersOn } from "@/kit/action/action";
import type { SearchItem, SearchSource } from "@/kit/action/registry";
import { groupBy } from "@/kit/groupBy";
import type { IconName } from "@/kit/icon/paths";
import type { Route } from "@/kit/route/route";

/** The action that opens the palette; the one thing that is not worth finding in it. */
export const PALETTE = "shell.palette";

/** The action that shows the keys that there are. */
export const HELP = "shell.shortcuts";

/** One line of the palette. */
export interface PaletteEntry {
  id: string;
  group: string;
  title: string;
  detail: string | undefined;
  icon: IconName | undefined;
  shortcut: string | undefined;
  blocked: string | undefined;
  danger: boolean;
  keywords: string;
  run(): void;
}

export function actionEntries(
  actions: readonly Action[],
  context: ActionContext,
  perform: (action: Action, context: ActionContext) => void,
  screen?: Route["screen"],
): PaletteEntry[] {
  return actions
    .filter((action) => action.id !== PALETTE && action.when(context))
    .map((action) => ({
      id: action.id,
      group: action.group,
      title: action.title(context),
      detail: undefined,
      icon: action.icon,
      shortcut: screen === undefined || answersOn(action, screen) ? action.shortcut : undefined,
      blocked: action.blocked(context),
      danger: action.danger,
      keywords: `${action.keywords} ${action.group}`,
      run: () => perform(action, context),
    }));
}

export function sourceEntries(sources: readonly SearchSource[]): PaletteEntry[] {
  return sources.flatMap((source) => source.items().map((item) => itemEntry(source.group, item)));
}

function itemEntry(group: string, item: SearchItem): PaletteEntry {
  return {
    id: `${group}:${item.id}`,
    group,
    title: item.title,
    detail: item.detail,
    icon: item.icon,
    shortcut: undefined,
    blocked: undefined,
    danger: false,
    keywords: `${item.detail ?? ""} ${item.keywords ?? ""}`,
    run: item.run,
  };
}

/** What a search behind the window found. It fits already: it is neither scored nor left out. */
export function foundEntries(
  found: readonly FoundView[],
  known: readonly PaletteEntry[],
  open: (found: FoundView) => void,
): PaletteEntry[] {
  const there = new Set(known.map(({ id }) => id));
  const entries = found.map((each): PaletteEntry => {
    const { group, icon } = foundLook(each.kind);
    const place = [each.accountId, each.projectId, each.branchId, each.id].filter(Boolean).join("/");
    return {
      id: `${group}:${each.kind === "temporary" ? each.id : place}`,
      group,
      title: each.name || each.id,
      detail: [each.detail, each.id !== each.name && each.id].filter(Boolean).join(" · "),
      icon,
      shortcut: undefined,
      blocked: undefined,
      danger: false,
      keywords: "",
      run: () => open(each),
    };
  });
  const groups = groupBy(
    entries.filter(({ id }) => !there.has(id)),
    ({ group }) => group,
  );
  return [...groups.values()].flat();
}

/**
 * Both in one list. What was found stands under the actions; over them when their titles do not hold what was typed,
 * and its letters only happen to be strewn over them.
 */
export function merged(
  actions: readonly PaletteEntry[],
  found: readonly PaletteEntry[],
  query: string,
): PaletteEntry[] {
  return areMeant(actions, query) ? [...actions, ...found] : [...found, ...actions];
}

/** Whether the title of one of them holds what was typed. */
export function areMeant(entries: readonly PaletteEntry[], query: string): boolean {
  const typed = query.trim().toLowerCase();
  return entries.some(({ title }) => title.toLowerCase().includes(typed));
}

const LIMIT = 60;

/** The entries that fit, best first, but kept together by group; groups in the order of their best entry. */
export function searchEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const scored = entries
    .map((entry) => ({ entry, score: entryScore(entry, query) }))
    .filter((found): found is { entry: PaletteEntry; score: number } => found.score !== undefined)
    .sort((a, b) => b.score - a.score)
    .slice(0, LIMIT);
  const groups = groupBy(scored, (found) => found.entry.group);
  return [...groups.values()].flatMap((found) => found.map(({ entry }) => entry));
}

function entryScore(entry: PaletteEntry, query: string): number | undefined {
  const byTitle = fuzzyScore(query, entry.title);
  const byKeywords = query.trim().length > 1 ? keywordScore(query, entry.keywords) : undefined;
  if (byTitle === undefined) return byKeywords === undefined ? undefined : byKeywords / 2;
  return Math.max(byTitle, (byKeywords ?? 0) / 2);
}

/** Keywords are not seen, so they count only where they hold every typed word: letters strewn over them would surprise. */
function keywordScore(query: string, keywords: string): number | undefined {
  const given = keywords.toLowerCase();
  const typed = query.trim().toLowerCase().split(/\s+/);
  if (!typed.every((word) => given.includes(word))) return undefined;
  return fuzzyScore(query, keywords) ?? 0;
}

/**
 * How well `query` fits `text`: its letters in order, better at the start of words and in a row. Undefined when it
 * doesn't fit. Larger is better; an empty query fits everything alike.
 */
export function fuzzyScore(query: string, text: string): number | undefined {
  const wanted = query.toLowerCase().replaceAll(" ", "");
  const given = text.toLowerCase();
  if (wanted === "") return 0;
  const whole = given.indexOf(query.toLowerCase().trim());
  if (whole >= 0) return 1000 - whole - given.length / 100 + (atWordStart(given, whole) ? 200 : 0);

  let score = 0;
  let from = 0;
  let last = -2;
  for (const letter of wanted) {
    const at = nextFit(given, letter, from, last);
    if (at < 0) return undefined;
    // "shop" is not meant for the s in the middle of "database".
    if (last < 0 && !atWordStart(given, at)) return undefined;
    score += at === last + 1 ? 8 : atWordStart(given, at) ? 6 : 1;
    last = at;
    from = at + 1;
  }
  // Letters strewn over a long text fit by chance only.
  return score >= wanted.length * 3 ? score - given.length / 100 : undefined;
}

/** The next place of the letter: right after the last one, else at a word's start, else anywhere. */
function nextFit(text: string, letter: string, from: number, last: number): number {
  if (text[last + 1] === letter && last >= 0) return last + 1;
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1)) {
    if (atWordStart(text, at)) return at;
  }
  return text.indexOf(letter, from);
}

function atWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s\-_/.:·]/.test(text.charAt(at - 1));
}
