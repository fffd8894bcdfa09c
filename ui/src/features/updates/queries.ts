import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";

/** How this Plinth is updated, and what is known of a newer one. */
export const updatesQuery = queryOptions({
  queryKey: keys.updates,
  queryFn: () => call({ kind: "updatesState" }),
});
