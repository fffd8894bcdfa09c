import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { branchesQuery, databasesQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { useWhere } from "@/features/base/useWhere";
import { branchOptions, chosenBranch } from "@/features/databases/branches";
import { mainDatabase } from "@/features/databases/connection";
import type { BranchView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { Card } from "@/kit/layout/Card";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Advisors.module.css";
import { advised } from "./advisors";
import { Check } from "./Check";
import { CARD } from "./words";

/** What could be wrong in the databases of a project, one database at a time. */
export function AdvisorsCard(at: { accountId: string; projectId: string }) {
  const [wanted, setWanted] = useState<string>();
  const branches = useQuery(branchesQuery(at.accountId, at.projectId));
  const branch = chosenBranch(branches.data, wanted);
  return (
    <Card title={CARD.title}>
      {branches.isPending && <Skeleton label={CARD.loading} shape="text" count={2} />}
      <ReadFailure query={branches} title={CARD.branchesFailed} />
      {branches.data && !branch && <p className="ui-faint">{CARD.noBranches}</p>}
      {branch && (
        <OfBranch {...at} key={branch.id} branch={branch} all={branches.data ?? []} onBranch={setWanted} />
      )}
    </Card>
  );
}

interface OfBranchProps {
  accountId: string;
  projectId: string;
  branch: BranchView;
  all: readonly BranchView[];
  onBranch(id: string): void;
}

function OfBranch({ accountId, projectId, branch, all, onBranch }: OfBranchProps) {
  const [named, setNamed] = useState<string>();
  const { account } = useWhere(accountId, projectId);
  const databases = useQuery(databasesQuery(accountId, projectId, branch.id));
  const database =
    databases.data?.find(({ name }) => name === named) ??
    (databases.data && mainDatabase(databases.data, account));
  return (
    <div className="ui-stack">
      <div className={styles.choices}>
        <Field label={CARD.branch}>
          <Select options={branchOptions(all)} value={branch.id} onChange={onBranch} />
        </Field>
        <Field label={CARD.database}>
          <Select
            options={databases.data?.map(({ name }) => ({ value: name, label: name })) ?? []}
            value={database?.name ?? null}
            disabled={database === undefined}
            onChange={setNamed}
          />
        </Field>
      </div>
      {databases.isPending && <Skeleton label={CARD.loadingDatabases} shape="text" count={1} />}
      <ReadFailure query={databases} title={CARD.databasesFailed} />
      {databases.data?.length === 0 && <p className="ui-faint">{CARD.noDatabase}</p>}
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
