import { useQueryClient } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { ReadFailure } from "@/features/base/Failure";
import { Skeleton } from "@/kit/state/Skeleton";
import { PickSelects } from "./PickSelects";
import { SqlPane } from "./SqlPane";
import { tabTextOf } from "./tabs";
import { usePick } from "./usePick";
import { useQueries } from "./useQueries";
import { EDITOR, PLACE } from "./words";

interface SqlTabProps {
  accountId: string;
  projectId: string;
}

/** SQL on a project: queries in tabs, each with its branch, database and role. */
export function SqlTab({ accountId, projectId }: SqlTabProps) {
  const client = useQueryClient();
  const account = useAccount(accountId);
  const queries = useQueries({ kind: "project", accountId, projectId });
  const pick = usePick(accountId, projectId, queries.active.source);
  const tabText = tabTextOf(client, queries.active);
  if (queries.list.isPending) return <Skeleton label={EDITOR.loading} />;
  return (
    <SqlPane
      queries={queries}
      source={pick.source}
      isLocked={account?.isReadOnly ?? false}
      problem={
        pick.failed ? (
          <ReadFailure query={pick.failed} title={PLACE.failed} />
        ) : (
          pick.missing && <p>{pick.missing}</p>
        )
      }
      picks={<PickSelects pick={pick} onChoose={(source) => tabText.update({ source })} />}
    />
  );
}
