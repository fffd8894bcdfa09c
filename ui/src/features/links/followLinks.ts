import type { QueryClient } from "@tanstack/react-query";
import { listening, onEvent } from "@/ipc/events";
import type { Route } from "@/kit/route/route";
import type { Router } from "@/kit/route/router";
import { openNewest } from "./openLink";

/** Opens each link that comes, and the one that Plinth was started with. A click on a notification is one. */
export function followLinks(client: QueryClient, router: Router<Route>): () => void {
  const open = () => void openNewest(client, router);
  const stop = onEvent((event) => {
    if (event.kind === "linkArrived") open();
  });
  // What came before somebody listened is kept until it is asked for.
  void listening().then(open);
  return stop;
}
