import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";

/** Every host that was contacted lately. */
export const networkQuery = queryOptions({
  queryKey: keys.network,
  queryFn: () => call({ kind: "networkList" }),
});
