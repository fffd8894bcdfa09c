import type { UseQueryResult } from "@tanstack/react-query";
import { ReadFailure } from "@/features/base/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { Notices } from "@/kit/layout/Notices";
import { Skeleton } from "@/kit/state/Skeleton";

interface ListStateProps {
  words: { loading: string; failed: string };
  query: Pick<UseQueryResult<unknown>, "data" | "error" | "dataUpdatedAt" | "refetch" | "isPending">;
}

/** What stands above a list that is not as it should be: on its way, not read, or old. */
export function ListState({ query, words }: ListStateProps) {
  if (query.isPending) return <Skeleton label={words.loading} count={3} />;
  return (
    <Notices>
      <ReadFailure query={query} title={words.failed} />
      {query.error && query.data !== undefined && <ShownAsOf at={query.dataUpdatedAt} />}
    </Notices>
  );
}
