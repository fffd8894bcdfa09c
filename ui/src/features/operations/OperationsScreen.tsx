import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { counted } from "@/data/format";
import { operationsQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import type { TrackedOperationView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { Segmented } from "@/kit/control/Segmented";
import { CopyJson } from "@/kit/data/CopyJson";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { useRouter } from "@/kit/route/useRouter";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { ALL, filtered } from "./filter";
import { OperationFilters } from "./OperationFilters";
import { OperationsAndDetail } from "./OperationsAndDetail";
import { openOf } from "./open";

const NONE: readonly TrackedOperationView[] = [];
const VIEWS = [
  { value: "list", label: "List" },
  { value: "lanes", label: "Lanes" },
] as const;

interface OperationsScreenProps {
  id: string | undefined;
  view: string | undefined;
}

/** What the platforms do and did, for every account and project. */
export function OperationsScreen({ id, view }: OperationsScreenProps) {
  const list = useQuery(operationsQuery);
  const [filter, setFilter] = useState(ALL);
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  useFilterKey(field);

  const rows = list.data ?? NONE;
  const shown = useMemo(() => filtered(rows, filter), [rows, filter]);
  const open = useMemo(() => rows.find(({ operation }) => operation.id === id), [rows, id]);
  usePublish("operation", open);
  const lanes = view === "lanes";
  const running = openOf(rows).length;

  return (
    <Screen
      title="Operations"
      aside={list.data && `${running === 0 ? "Nothing is" : running} running`}
      tools={
        <>
          {rows.length > 0 && <CopyJson value={shown} label={counted(shown.length, "operation")} />}
          <Segmented
            label="View"
            options={VIEWS}
            value={lanes ? "lanes" : "list"}
            onChange={(next) =>
              router.go({
                screen: "operations",
                ...(id !== undefined && { id }),
                ...(next === "lanes" && { view: next }),
              })
            }
          />
        </>
      }
    >
      {list.error && (
        <Notices>
          <Failure
            title="The operations could not be read"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        </Notices>
      )}
      {list.isPending && <Skeleton label="operations" shape="tall-rows" />}
      {list.data && rows.length === 0 && (
        <EmptyState icon="clock" title="Nothing was ordered yet">
          What the platforms do after a click is followed here to its end, also over restarts: what runs, what
          failed and when it is tried again, for every account and project.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <OperationFilters rows={rows} filter={filter} onFilter={setFilter} field={field} />
          <OperationsAndDetail rows={shown} open={open} lanes={lanes} onShowAll={() => setFilter(ALL)} />
        </>
      )}
    </Screen>
  );
}
