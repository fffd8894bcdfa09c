import { useInfiniteQuery } from "@tanstack/react-query";
import { Failure } from "@/features/Failure";
import { Button } from "@/kit/control/Button";
import { Screen } from "@/kit/layout/Screen";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Activity.module.css";
import { ActivityTable } from "./ActivityTable";
import { activityQuery } from "./queries";

/** What was done here, newest first, without any secret in it. */
export function ActivityScreen() {
  const activity = useInfiniteQuery(activityQuery);
  const rows = activity.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen title="Activity">
      {activity.error && (
        <div className={styles.notice}>
          <Failure
            title={rows.length > 0 ? "More could not be read" : "The log could not be read"}
            error={activity.error}
            onRetry={() => void (rows.length > 0 ? activity.fetchNextPage() : activity.refetch())}
          />
        </div>
      )}
      {activity.isPending && <Skeleton label="the activity log" />}
      {activity.data && rows.length === 0 && (
        <EmptyState icon="pulse" title="Nothing was done yet">
          What you do here is written down: what, where, how it ended, and the platform’s request id. Never a
          secret.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ActivityTable
          rows={rows}
          footer={
            activity.hasNextPage && (
              <Button
                size="small"
                busy={activity.isFetchingNextPage}
                onClick={() => void activity.fetchNextPage()}
              >
                Load older entries
              </Button>
            )
          }
        />
      )}
    </Screen>
  );
}
