import { useEffect, useState } from "react";
import type { Ticked } from "@/features/base/useTicked";
import { keyOf, type ProjectRow } from "./rows";
import type { ListSubject } from "./subjects";
import type { Projects } from "./useProjects";
import { comingTo } from "./words";

/** All ticked means all of that list, also those that are still on their way. */
export function useTickAll(ticked: Ticked<ProjectRow>, projects: Projects): Ticked<ProjectRow> {
  const { rows, shown, lists, subject } = projects;
  const [awaited, setAwaited] = useState<ListSubject>();
  const isPart = comingTo(lists) > 0;
  const { only } = ticked;
  useEffect(() => {
    if (awaited === undefined || (isPart && awaited === subject)) return;
    setAwaited(undefined);
    if (awaited === subject) only(rows.map(keyOf));
  }, [awaited, isPart, only, rows, subject]);
  return {
    ...ticked,
    tick(next) {
      setAwaited(isPart && next.size === shown.length ? subject : undefined);
      ticked.tick(next);
    },
    clear() {
      setAwaited(undefined);
      ticked.clear();
    },
  };
}
