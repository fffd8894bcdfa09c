import { queryOptions } from "@tanstack/react-query";
import { call } from "@/ipc/call";

/** What closing the app would do, as of the moment the person asked. */
export const quitPlanQuery = queryOptions({ queryKey: ["quitPlan"], queryFn: () => call.appQuitPlan() });
