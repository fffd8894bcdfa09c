import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { branchesQuery } from "@/data/queries";
import { LastRefusal, ReadFailure } from "@/features/base/Failure";
import { useWhere } from "@/features/base/useWhere";
import { COMMON } from "@/features/base/words";
import type { BranchView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { Notices } from "@/kit/layout/Notices";
import { useRoute, useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { branchOptions, chosenBranch } from "./branches";
import styles from "./Data.module.css";
import { DatabasesSection } from "./DatabasesSection";
import { quickKey } from "./mutations";
import { RolesSection } from "./RolesSection";
import type { Selected } from "./selected";
import type { OnBranch } from "./subjects";
import { TAB } from "./words";

/** Databases and roles, branch by branch. */
export function DataTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const route = useRoute();
  const { branch: wanted, name: named } = route.screen === "project" ? route : {};
  const { project, projectName, locked } = useWhere(accountId, projectId);
  const branches = useQuery(branchesQuery(accountId, projectId));
  const branch = chosenBranch(branches.data, wanted);
  if (branch) {
    return (
      <BranchData
        accountId={accountId}
        projectId={projectId}
        projectName={projectName}
        locked={locked}
        branches={branches.data ?? []}
        branch={branch}
        wanted={wanted}
        named={named}
        storesPasswords={project?.storesPasswords}
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

interface BranchDataProps {
  accountId: string;
  projectId: string;
  projectName: string;
  locked: string | undefined;
  branches: readonly BranchView[];
  branch: BranchView;
  /** The branch that the address names. */
  wanted: string | undefined;
  /** The database that the address names. */
  named: string | undefined;
  storesPasswords: boolean | null | undefined;
}

/** The databases and roles of one branch. */
function BranchData(props: BranchDataProps) {
  const { branches, branch, wanted, named, storesPasswords } = props;
  const at = useBranch(props);
  const router = useRouter();
  const [chosen, setChosen] = useState<{ selected: Selected; named: string | undefined }>();
  usePublish("data", at);
  const toBranch = (id: string) =>
    router.go(
      { screen: "project", account: at.accountId, id: at.projectId, tab: "data", branch: id },
      { replace: true },
    );
  // A new address leads to what it names, whatever was chosen before.
  const fromRoute: Selected | undefined = named === undefined ? undefined : { kind: "database", name: named };
  const list = {
    at,
    selected: chosen?.named === named ? chosen?.selected : fromRoute,
    onSelect: (selected: Selected) => setChosen({ selected, named }),
  };
  return (
    <div className={styles.tab}>
      <div>
        <BranchSelect branches={branches} value={branch.id} onChange={toBranch} />
        <Notices>
          {wanted !== undefined && wanted !== branch.id && (
            <Notice tone="warning">{TAB.elsewhere(branch.name)}</Notice>
          )}
          <LastRefusal of={quickKey(at)} titles={TITLES} otherwise={COMMON.actionFailed} />
        </Notices>
      </div>
      <DatabasesSection key={`databases ${at.branchId}`} {...list} />
      <RolesSection key={`roles ${at.branchId}`} {...list} storesPasswords={storesPasswords} />
    </div>
  );
}

/** The same object as long as it says the same: it is published, and rows are drawn by it. */
function useBranch({ accountId, projectId, projectName, locked, branch }: BranchDataProps): OnBranch {
  const { id: branchId, name: branchName } = branch;
  return useMemo(
    () => ({ accountId, projectId, projectName, branchId, branchName, locked }),
    [accountId, projectId, projectName, branchId, branchName, locked],
  );
}

interface BranchSelectProps {
  branches: readonly BranchView[];
  value: string;
  onChange(id: string): void;
}

/** Whose databases and roles are shown: each branch has its own. */
function BranchSelect({ branches, value, onChange }: BranchSelectProps) {
  return (
    <div className={styles.branch}>
      <Field label={COMMON.branch} hint={TAB.branchHint}>
        <Select options={branchOptions(branches)} value={value} onChange={onChange} />
      </Field>
    </div>
  );
}

const TITLES: Record<string, string> = {
  password: TAB.passwordNotCopied,
  copy: COMMON.nothingCopied,
  psql: COMMON.psqlFailed,
};
