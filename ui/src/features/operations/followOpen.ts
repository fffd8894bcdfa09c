import { onFact } from "@/ipc/facts";
import type { Place } from "@/kit/route/place";
import type { Router } from "@/kit/route/router";

/** Shows the operation of a notification that was clicked. */
export function followOpen(router: Router<Place>): () => void {
  return onFact((fact) => {
    if (fact.kind === "openAsked") router.go({ screen: "operations", id: fact.operationId });
  });
}
