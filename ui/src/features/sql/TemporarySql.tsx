import { useMemo } from "react";
import type { ConnectSource } from "@/ipc/generated";
import { Skeleton } from "@/kit/state/Skeleton";
import { SqlPane } from "./SqlPane";
import { useQueries } from "./useQueries";
import { EDITOR } from "./words";

/** SQL on a temporary database. */
export function TemporarySql({ id, isLocked }: { id: string; isLocked: boolean }) {
  const source = useMemo((): ConnectSource => ({ kind: "temporary", id }), [id]);
  const queries = useQueries({ kind: "temporary", id });
  if (queries.list.isPending) return <Skeleton label={EDITOR.loading} />;
  return <SqlPane queries={queries} source={source} isLocked={isLocked} />;
}
