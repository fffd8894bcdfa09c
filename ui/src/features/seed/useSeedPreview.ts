import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "@/ipc/call";

/** Whether what an SQL file would do was shown before it is run. */
export interface SeedPreview {
  /** The file that is meant, whose plan is shown; empty while none is. */
  file: string;
  /** A path is meant: chosen, or typed and left. */
  settle(path: string): void;
  /** True while the plan of what is typed now is on the screen. */
  isShown: boolean;
  /** For the button that runs it: what counts is what was shown when it was pressed, not what came while it was down. */
  onPointerDown(): void;
  /** Asked when the form is sent. False where the plan was not shown yet: it is shown then, and nothing may be run. */
  confirm(): boolean;
}

/** Follows one field with an SQL file. A file that was typed and confirmed at once is shown first and run at the second time. */
export function useSeedPreview(value: string): SeedPreview {
  const typed = value.trim();
  const [file, setFile] = useState(typed);
  const plan = useQuery({ ...seedPlanQuery(typed), enabled: false });
  const pressed = useRef<boolean>(undefined);
  const isShown = typed === file && plan.data !== undefined && !plan.error;
  const confirm = () => {
    const wasShown = pressed.current ?? isShown;
    pressed.current = undefined;
    if (typed === "" || (wasShown && isShown)) return true;
    if (typed === file && plan.error) void plan.refetch();
    setFile(typed);
    return false;
  };
  return {
    file,
    settle: (path) => setFile(path.trim()),
    isShown,
    onPointerDown: () => {
      pressed.current = isShown;
    },
    confirm,
  };
}

/** What an SQL file would do. Read anew each time it is shown: a file changes without an event. */
export const seedPlanQuery = (path: string) =>
  queryOptions({
    queryKey: ["seedPlan", path],
    queryFn: () => call({ kind: "seedInspect", path }),
    enabled: path !== "",
    staleTime: 0,
    gcTime: 0,
  });
