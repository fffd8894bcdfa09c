import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "@/ipc/call";
import { onEvent } from "@/ipc/events";
import { openDialogAbove } from "@/kit/overlay/dialogs";

/** Opens the dialog that says what closing does, whenever the person asked to close. What was open stays under it. */
export function followQuit(client: QueryClient): () => void {
  return onEvent((event) => {
    if (event.kind !== "quitRequested") return;
    client.removeQueries({ queryKey: quitPlanQuery.queryKey });
    openDialogAbove({ dialog: "quit" });
  });
}

/** What closing the app would do, as of the moment the person asked. */
export const quitPlanQuery = queryOptions({
  queryKey: ["quitPlan"],
  queryFn: () => call({ kind: "appQuitPlan" }),
});
