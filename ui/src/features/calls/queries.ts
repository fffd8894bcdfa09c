import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { callText } from "@/ipc/call";
import type { CallSubject } from "./copying";

/**
 * An operation as text. Nothing is sent for it. The operation changes with every key typed into a form, so its text is
 * made whenever it is shown, and not kept.
 */
export const callTextQuery = ({ operation, psql }: CallSubject) =>
  queryOptions({
    queryKey: [...keys.callText(operation.accountId), operation, psql],
    queryFn: () => callText(operation, psql),
    staleTime: 0,
    gcTime: 0,
  });
