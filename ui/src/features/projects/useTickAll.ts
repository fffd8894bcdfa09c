import { useEffect, useState } from "react";
import type { Ticked } from "@/features/base/useTicked";
import { keyOf, type ProjectRow } from "./rows";
import type { Projects } from "./useProjects";
import { comingTo } from "./words";

/** All ticked means all, also those that are still on their way. */
export function useTickAll(ticked: Ticked<ProjectRow>, { shown, lists }: Projects): Ticked<ProjectRow> {
  const [awaited, setAwaited] = useState(false);
  const isPart = comingTo(lists) > 0;
  const { tick } = ticked;
  useEffect(() => {
    if (!awaited || isPart) return;
    setAwaited(false);
    tick(new Set(shown.map(keyOf)));
  }, [awaited, isPart, tick, shown]);
  return {
    ...ticked,
    tick(next) {
      setAwaited(isPart && next.size === shown.length);
      tick(next);
    },
    clear() {
      setAwaited(false);
      ticked.clear();
    },
  };
}
