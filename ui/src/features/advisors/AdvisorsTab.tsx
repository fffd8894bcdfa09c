import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { branchesQuery, databasesQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { useWhere } from "@/features/base/useWhere";
import { COMMON } from "@/features/base/words";
import { branchOptions, chosenBranch } from "@/features/databases/branches";
import { mainDatabase } from "@/features/databases/connection";
import type { BranchView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { Notices } from "@/kit/layout/Notices";
import { useRoute, useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Advisors.module.css";
import { advised } from "./advisors";
import { Check } from "./Check";
import { TAB } from "./words";

/** What could be wrong in the databases of a project, one database at a time. */
export function AdvisorsTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const route = useRoute();
  const wanted = route.screen === "project" ? route.branch : undefined;
  const branches = useQuery(branchesQuery(accountId, projectId));
  const branch = chosenBranch(branches.data, wanted);
  if (branch) {
    return (
      <OfBranch
        accountId={accountId}
        projectId={projectId}
        branches={branches.data ?? []}
        branch={branch}
        named={route.screen === "project" ? route.name : undefined}
      />
    );
  }
  if (branches.isPending) return <Skeleton label={TAB.loading} />;
  return (
    <Notices>
      {branches.error ? (
        <ReadFailure query={branches} title={TAB.branchesFailed} />
      ) : (
        <Notice tone="plain">{TAB.noBranches}</Notice>
      )}
    </Notices>
  );
}

interface OfBranchProps {
  accountId: string;
  projectId: string;
  branches: readonly BranchView[];
  branch: BranchView;
  /** The database that the address names. */
  named: string | undefined;
}

function OfBranch({ accountId, projectId, branches, branch, named }: OfBranchProps) {
  const router = useRouter();
  const { account } = useWhere(accountId, projectId);
  const databases = useQuery(databasesQuery(accountId, projectId, branch.id));
  const database =
    databases.data?.find(({ name }) => name === named) ??
    (databases.data && mainDatabase(databases.data, account));
  const to = (branchId: string, name?: string) =>
    router.go(
      {
        screen: "project",
        account: accountId,
        id: projectId,
        tab: "advisors",
        branch: branchId,
        ...(name !== undefined && { name }),
      },
      { replace: true },
    );
  return (
    <div className={styles.tab}>
      <div className={styles.choices}>
        <Field label={COMMON.branch}>
          <Select options={branchOptions(branches)} value={branch.id} onChange={(id) => to(id)} />
        </Field>
        <Field label={TAB.database}>
          <Select
            options={databases.data?.map(({ name }) => ({ value: name, label: name })) ?? []}
            value={database?.name ?? null}
            disabled={database === undefined}
            onChange={(name) => to(branch.id, name)}
          />
        </Field>
      </div>
      {databases.isPending && <Skeleton label={TAB.loadingDatabases} shape="text" count={3} />}
      <ReadFailure query={databases} title={TAB.databasesFailed} />
      {databases.data?.length === 0 && <Notice tone="plain">{TAB.noDatabase}</Notice>}
      {database && (
        <OfDatabase accountId={accountId} projectId={projectId} branch={branch} database={database.name} />
      )}
    </div>
  );
}

interface OfDatabaseProps {
  accountId: string;
  projectId: string;
  branch: BranchView;
  database: string;
}

function OfDatabase({ accountId, projectId, branch, database }: OfDatabaseProps) {
  const at = useMemo(
    () => advised({ accountId, projectId }, branch, database),
    [accountId, projectId, branch, database],
  );
  usePublish("advisors", at);
  return <Check at={at} />;
}
