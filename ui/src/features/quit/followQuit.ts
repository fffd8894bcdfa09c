import type { QueryClient } from "@tanstack/react-query";
import { onFact } from "@/ipc/facts";
import { askAbove } from "@/kit/overlay/asked";
import { quitPlanQuery } from "./queries";

/** Opens the dialog that tells what closing does, whenever the person asked to close. What was open stays under it. */
export function followQuit(client: QueryClient): () => void {
  return onFact((fact) => {
    if (fact.kind !== "quitAsked") return;
    client.removeQueries({ queryKey: quitPlanQuery.queryKey });
    askAbove({ dialog: "quit" });
  });
}
