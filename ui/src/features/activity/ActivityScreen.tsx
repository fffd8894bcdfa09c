import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useRef, useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { Button } from "@/kit/control/Button";
import { CopyJson } from "@/kit/data/CopyJson";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { ActivityBar } from "./ActivityBar";
import { ActivityTable } from "./ActivityTable";
import { ExportNotice } from "./ExportNotice";
import { EVERYTHING, filterOf, isFiltered } from "./filter";
import { exporting } from "./mutations";
import { activityQuery } from "./queries";

/** What was done here, newest first, without any secret in it. */
export function ActivityScreen() {
  const [chosen, setChosen] = useState(EVERYTHING);
  const filter = filterOf(useDeferredValue(chosen));
  const activity = useInfiniteQuery(activityQuery(filter));
  const exports = useWork(exporting);
  const field = useRef<HTMLInputElement>(null);
  useFilterKey(field);
  const rows = activity.data?.pages.flatMap((page) => page.items) ?? [];
  const clear = () => {
    setChosen(EVERYTHING);
    field.current?.focus();
  };
  const more = activity.hasNextPage && (
    <Button size="small" busy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
      Load older entries
    </Button>
  );
  return (
    <Screen
      title="Activity"
      tools={
        rows.length > 0 && (
          <>
            <CopyJson value={rows} label="the entries that are shown" />
            <Button
              size="small"
              icon="download"
              busy={exports.underWay}
              onClick={() => void exports.start(filterOf(chosen))}
            >
              Export…
            </Button>
          </>
        )
      }
    >
      <ActivityBar
        chosen={chosen}
        onChange={(changed) => setChosen((now) => ({ ...now, ...changed }))}
        field={field}
      />
      <Notices>
        <ExportNotice />
        {activity.error && (
          <Failure
            title={rows.length > 0 ? "More could not be read" : "The log could not be read"}
            error={activity.error}
            onRetry={() => void (rows.length > 0 ? activity.fetchNextPage() : activity.refetch())}
          />
        )}
      </Notices>
      {activity.isPending && <Skeleton label="the activity log" />}
      {activity.data && rows.length === 0 && <Nothing filtered={isFiltered(filter)} onClear={clear} />}
      {rows.length > 0 && <ActivityTable rows={rows} footer={more} />}
    </Screen>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  if (filtered) {
    return (
      <EmptyState
        icon="filter"
        title="No entry fits"
        actions={<Button onClick={onClear}>Show every entry</Button>}
      >
        Nothing in the log has all of what was chosen above.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="pulse" title="Nothing was done yet">
      What you do here is written down: what, where, how it ended, and the platform’s request id. Never a
      secret.
    </EmptyState>
  );
}
