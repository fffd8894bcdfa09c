import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { isEverywhere } from "@/features/projects/everywhere";
import { call } from "@/ipc/call";
import { formatRoute, type Route } from "@/kit/route/route";
import type { Router } from "@/kit/route/router";

const ID = "last-view";
/** Changes by itself, so it is left empty: at the next start it would be wrong. */
const LIVE = "time, [role=timer], [data-live]";
/** Attributes that say the same in words. */
const WORDS = ["aria-label", "datetime", "title"];
/** Not there at a start. */
const NOT_AT_START = [
  "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=alert]",
  "[role=grid] [aria-checked=true], [role=grid] :checked",
  "[placeholder]:not(:placeholder-shown)",
  "[data-passing]",
].join();
/** The first words of the queries whose answers a start shows. */
const START_QUERIES: ReadonlySet<unknown> = new Set(
  [keys.app, keys.settings, keys.accounts, keys.temporaryList, keys.folderList, keys.projectLists("")].map(
    ([word]) => word,
  ),
);
/** In milliseconds: changes mostly come several at a time. */
const PAUSE = 1_500;

/** Keeps what the window shows for the next start, whenever something of it changed, while it shows what a start shows. */
export function followLastView(client: QueryClient, router: Router<Route>, home: Route): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    waiting = undefined;
    const root = document.getElementById("root");
    const isHome = formatRoute(router.current()) === formatRoute(home) && !isEverywhere();
    const isReading = client.isFetching({ predicate: ({ queryKey }) => START_QUERIES.has(queryKey[0]) }) > 0;
    const html = root && isHome && !isReading && !document.hidden ? viewOf(root) : undefined;
    if (html === undefined) return;
    const { density = null, theme = null } = document.documentElement.dataset;
    const { innerWidth: width, innerHeight: height } = window;
    const remembered = JSON.stringify(Object.entries(window.localStorage).sort());
    // The next start is slower without it, and that is all.
    call({
      kind: "lastViewKeep",
      view: { html, layout: { width, height, density, theme, remembered } },
    }).catch(() => {});
  };
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(keep, PAUSE);
  };
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && START_QUERIES.has(query.queryKey[0])) later();
  });
  router.subscribe(later);
  window.addEventListener("resize", later);
}

/** Takes away what the page showed in place of the interface until now. */
export function removeLastView(): void {
  document.getElementById(ID)?.remove();
}

/** The window as it will be at its next start; nothing where it shows what a start does not. */
export function viewOf(root: HTMLElement): string | undefined {
  const isScrolled = [...root.querySelectorAll("[role=grid]")].some((it) => it.parentElement?.scrollTop);
  if (isScrolled || document.querySelector(NOT_AT_START)) return undefined;
  const copy = document.createElement("div");
  for (const node of root.childNodes) copy.append(node.cloneNode(true));
  for (const part of copy.querySelectorAll(LIVE)) {
    part.replaceChildren();
    for (const name of WORDS) part.removeAttribute(name);
  }
  for (const part of copy.querySelectorAll("[style]")) {
    part.setAttribute("data-style", part.getAttribute("style") ?? "");
    part.removeAttribute("style");
  }
  for (const part of copy.querySelectorAll("[id]")) part.removeAttribute("id");
  return copy.innerHTML;
}
