import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { isEverywhere } from "@/features/projects/everywhere";
import { call } from "@/ipc/call";
import { formatRoute, type Route } from "@/kit/route/route";
import type { Router } from "@/kit/route/router";

const ID = "last-view";
/** Changes on its own, so that it would be wrong at the next start. */
const LIVE = "time, [role=timer], [role=meter], [data-live]";
/** Not there at a start. */
const PASSING = [
  "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]",
  "[role=grid] [aria-checked=true], [role=grid] :checked",
  "[placeholder]:not(:placeholder-shown)",
].join();
/** Where in the cache stands what a start shows. */
const OF_START: ReadonlySet<unknown> = new Set(
  [keys.app, keys.settings, keys.accounts, keys.temporaryList, keys.projectLists("")].map(([word]) => word),
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
    const html = root && isHome && !document.hidden ? viewOf(root) : undefined;
    if (html === undefined) return;
    const { density = null, theme = null } = document.documentElement.dataset;
    const { innerWidth: width, innerHeight: height } = window;
    // The next start is slower without it, and that is all.
    call.lastViewKeep({ html, width, height, density, theme }).catch(() => {});
  };
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(keep, PAUSE);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success" && OF_START.has(event.query.queryKey[0]))
      later();
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
  if (isScrolled || document.querySelector(PASSING)) return undefined;
  const copy = document.createElement("div");
  for (const node of root.childNodes) copy.append(node.cloneNode(true));
  for (const part of copy.querySelectorAll<HTMLElement>(LIVE)) part.style.visibility = "hidden";
  for (const part of copy.querySelectorAll("[style]")) {
    part.setAttribute("data-style", part.getAttribute("style") ?? "");
    part.removeAttribute("style");
  }
  for (const part of copy.querySelectorAll("[id]")) part.removeAttribute("id");
  return copy.innerHTML;
}
