import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { onTestFinished, vi } from "vitest";
import { App } from "@/App";
import { createQueryClient } from "@/data/client";
import { followEvents } from "@/data/events";
import { platformViewOf } from "@/data/platformViews";
import { clearResolvedErrors } from "@/data/resolvedErrors";
import { followUnkept } from "@/features/base/oneTimeSecrets";
import { followQuit } from "@/features/quit/followQuit";
import { createRegistry } from "@/kit/action/registry";
import { loadDeferred } from "@/kit/deferred";
import { closeDialog, closeDialogAbove } from "@/kit/overlay/dialogs";
import { formatRoute, type Route } from "@/kit/route/route";
import { createRouter } from "@/kit/route/router";
import { acceptRoute, allActions, home } from "@/routes";
import { followOwnChanges } from "@/shell/followOwnChanges";
import { reportFailure } from "@/shell/reportFailure";
import { Surroundings } from "@/shell/Surroundings";

// As in a window that has been open for a second: no test waits for code.
await loadDeferred();

/** The whole window over the backend that the test has set up, and hands to use it. */
export function openWindow(route: Route = { screen: "temporary" }) {
  closeDialog();
  closeDialogAbove();
  window.history.replaceState(null, "", formatRoute(route));
  const client = createQueryClient();
  const router = createRouter({ home, accept: acceptRoute });
  const onFailure = vi.fn(reportFailure);
  const actions = { registry: createRegistry(allActions), tools: { client, router }, onFailure };
  const followed = [
    followEvents,
    followOwnChanges,
    clearResolvedErrors,
    followQuit,
    followUnkept,
    requireKnownViews,
  ].map((follow) => follow(client));
  onTestFinished(() => {
    for (const stop of followed) stop();
    client.clear();
  });
  const user = userEvent.setup({
    advanceTimers: (by) => vi.isFakeTimers() && void vi.advanceTimersByTime(by),
  });
  const view = render(
    <QueryClientProvider client={client}>
      <Surroundings router={router} actions={actions}>
        <App />
      </Surroundings>
    </QueryClientProvider>,
  );
  return { ...view, client, router, user, onFailure };
}

/** Each query that a test shows must be listed in `platformViews.ts`: a list of a platform that is not would never be refreshed. */
function requireKnownViews(client: QueryClient): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "added" || platformViewOf(query.queryKey) !== undefined) return;
    throw new Error(`platformViewOf does not know ${query.queryHash}`);
  });
}
