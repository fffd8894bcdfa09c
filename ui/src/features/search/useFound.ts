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
  if (text === "") return { found: NOTHING, error: null, isLate: typed.trim() !== "" };
  // What is shown until then was found for something else that was typed.
  const isLate = text !== typed.trim() || found.isPlaceholderData || found.isPending;
  return { found: found.data ?? NOTHING, error: found.error, isLate };
}
