import type { QueryClient } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import {
  accountsQuery,
  appInfoQuery,
  folderListQuery,
  projectQuery,
  temporaryListQuery,
} from "@/data/queries";
import type { AccountView } from "@/ipc/generated";
import { afterPaint } from "@/kit/afterPaint";
import { toast } from "@/kit/overlay/toasts";
import { remember, remembered } from "@/kit/remembered";
import { formatRoute, parseRoute, type Route, type RouteText } from "@/kit/route/route";
import type { Router } from "@/kit/route/router";
import { GONE } from "./words";

const KEPT_AT = "plinth.screen";
/** In characters. An address of the window has a tenth of it. */
const LONGEST = 1_000;
/** Nothing that a person could not see in a name belongs into an address that is kept. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

interface Routes {
  home: Route;
  accept(text: RouteText): Route | undefined;
}

/**
 * Opens the screen that was open when the window closed, and remembers each screen from now on. An address that is set already,
 * as by a page that loads again, wins. What is not an address of this window changes nothing. Returns how to stop.
 */
export function followLastScreen(client: QueryClient, router: Router<Route>, routes: Routes): () => void {
  const last = window.location.hash === "" ? lastScreen(routes) : undefined;
  const stop =
    last && formatRoute(last) !== formatRoute(routes.home) ? open(client, router, last, routes) : undefined;
  const end = router.subscribe(() => {
    const address = formatRoute(router.current());
    remember(KEPT_AT, address === formatRoute(routes.home) ? null : address);
  });
  return () => {
    stop?.();
    end();
  };
}

function lastScreen({ accept }: Routes): Route | undefined {
  const kept = remembered(KEPT_AT) ?? "";
  if (kept.length > LONGEST) return undefined;
  const text = parseRoute(kept);
  if (!text || Object.values(text).some((part) => INVISIBLE.test(part))) return undefined;
  return accept(text);
}

/** Goes to the screen, and on from it with a word once it turns out that what it shows is gone. */
function open(client: QueryClient, router: Router<Route>, last: Route, { home }: Routes): () => void {
  router.go(last, { replace: true });
  const cache = client.getQueryCache();
  const check = () => {
    const info = client.getQueryData(appInfoQuery.queryKey);
    const accounts = client.getQueryData(accountsQuery.queryKey);
    const isLeft = formatRoute(router.current()) !== formatRoute(last);
    const found = isLeft || (info && accounts && isThere(client, last, accounts));
    if (found === undefined) return;
    stop();
    if (found) return;
    router.go(last.screen === "project" ? home : listOf(last), { replace: true });
    // Nobody misses it at a first start, or without accounts. Before the first paint no toast can be shown.
    if (accounts?.length && !info?.firstRun) void afterPaint().then(() => toast({ title: wordsOf(last) }));
  };
  // A query may change while the window is drawn.
  const stop = cache.subscribe(() => queueMicrotask(check));
  check();
  return stop;
}

/** Whether what the route shows is there; undefined while that is not known. */
function isThere(client: QueryClient, route: Route, accounts: readonly AccountView[]): boolean | undefined {
  switch (route.screen) {
    case "project": {
      if (!accounts.some(({ id }) => id === route.account)) return false;
      const state = client.getQueryState(projectQuery(route.account, route.id).queryKey);
      if (state?.data) return state.data.deletedAt === null;
      if (!state?.error) return undefined;
      return viewOf(state.error).code !== "notFound";
    }
    case "temporary":
      return has(client.getQueryData(temporaryListQuery.queryKey)?.items, route.id);
    case "folders":
      return has(client.getQueryData(folderListQuery.queryKey)?.items, route.id);
    default:
      return true;
  }
}

function has(
  items: ReadonlyArray<{ id: string }> | undefined,
  wanted: string | undefined,
): boolean | undefined {
  if (wanted === undefined) return true;
  return items?.some(({ id }) => id === wanted);
}

const listOf = ({ screen }: Route): Route => (screen === "folders" ? { screen } : { screen: "temporary" });

const wordsOf = ({ screen }: Route) =>
  screen === "project" ? GONE.project : screen === "folders" ? GONE.folder : GONE.temporary;
