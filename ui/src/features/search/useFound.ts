import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import type { FoundView } from "@/ipc/generated";

const NOTHING: readonly FoundView[] = [];

/** What was seen and is called so, as it is typed: nothing is asked of any platform for it. */
export function useFound(typed: string) {
  const text = useDeferredValue(typed).trim();
  const found = useQuery({
    queryKey: [...keys.search, text],
    queryFn: () => call.searchFind(text),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { found: text === "" ? NOTHING : (found.data ?? NOTHING), error: text === "" ? null : found.error };
}
