import { ReadFailure } from "@/features/base/Failure";
import { PickSelects } from "@/features/sql/PickSelects";
import { usePick } from "@/features/sql/usePick";
import { useQueries } from "@/features/sql/useQueries";
import { PLACE } from "@/features/sql/words";
import { useRouter } from "@/kit/route/useRouter";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Tables.module.css";
import { TablesPane } from "./TablesPane";
import { useOpenTable } from "./useOpenTable";

interface TablesTabProps {
  accountId: string;
  projectId: string;
}

/** The tables of a project's databases. */
export function TablesTab({ accountId, projectId }: TablesTabProps) {
  const router = useRouter();
  const open = useOpenTable(`${accountId}/${projectId}`);
  const pick = usePick(accountId, projectId, open.source ?? null);
  const queries = useQueries({ kind: "project", accountId, projectId });
  const openInSql = (text: string) => {
    queries.add(pick.source ?? null, text);
    router.go({ screen: "project", account: accountId, id: projectId, tab: "sql" });
  };
  return (
    <TablesPane
      source={pick.source}
      table={open.table}
      onTable={open.chooseTable}
      onSql={queries.list.data && openInSql}
      picks={<PickSelects pick={pick} onChoose={open.chooseSource} />}
    >
      {pick.isLoading && <Skeleton label={PLACE.loading} />}
      {pick.failed && <ReadFailure query={pick.failed} title={PLACE.failed} />}
      {pick.missing && <p className={styles.remark}>{pick.missing}</p>}
    </TablesPane>
  );
}
