import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";

/** What was deleted here and can be brought back. */
export const undoQuery = queryOptions({ queryKey: keys.undo, queryFn: () => call.undoList() });
