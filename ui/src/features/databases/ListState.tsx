import type { UseQueryResult } from "@tanstack/react-query";
import { ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Data.module.css";

interface ListStateProps {
  query: Pick<UseQueryResult<unknown>, "data" | "error" | "dataUpdatedAt" | "refetch" | "isPending">;
  /** What is listed: "databases". */
  what: string;
}

/** What stands above a list that is not as it should be: on its way, not read, or old. */
export function ListState({ query, what }: ListStateProps) {
  if (query.isPending) return <Skeleton label={what} count={3} />;
  if (!query.error) return null;
  return (
    <div className={styles.inset}>
      <ReadFailure query={query} title={`The ${what} could not be read`} />
      {query.data !== undefined && (
        <p className="ui-faint">
          Shown as of <Instant at={query.dataUpdatedAt} clock="here" />.
        </p>
      )}
    </div>
  );
}
