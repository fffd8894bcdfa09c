import { useQueryClient } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { ReadFailure } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import { branchOptions } from "@/features/databases/branches";
import { Select } from "@/kit/control/Select";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Sql.module.css";
import { SqlPane } from "./SqlPane";
import { tabTextOf } from "./tabs";
import { usePick } from "./usePick";
import { useQueries } from "./useQueries";
import { BAR, EDITOR, PLACE } from "./words";

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
  const choose = (change: Parameters<typeof pick.sourceWith>[0]) =>
    tabText.update({ source: pick.sourceWith(change) });
  if (queries.list.isPending) return <Skeleton label={EDITOR.loading} />;
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
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
      picks={
        <>
          <div className={styles.pick}>
            <Select
              label={COMMON.branch}
              options={branchOptions(pick.lists.branches)}
              value={pick.branch?.id ?? null}
              onChange={(branch) => choose({ branch })}
            />
          </div>
          <div className={styles.pick}>
            <Select
              label={BAR.database}
              options={named(pick.lists.databases.map(({ name }) => name))}
              value={pick.database?.name ?? null}
              onChange={(database) => choose({ database })}
            />
          </div>
          <div className={styles.pick}>
            <Select
              label={BAR.role}
              options={named(pick.lists.roles)}
              value={pick.role ?? null}
              onChange={(role) => choose({ role })}
            />
          </div>
        </>
      }
    />
  );
}
