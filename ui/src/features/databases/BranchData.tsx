import { useMemo, useState } from "react";
import type { BranchView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { BranchSelect } from "./BranchSelect";
import styles from "./Data.module.css";
import { DatabasesSection } from "./DatabasesSection";
import { DataNotices } from "./DataNotices";
import type { OnBranch } from "./places";
import { RolesSection } from "./RolesSection";
import type { Selected } from "./selected";

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
export function BranchData(props: BranchDataProps) {
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
  const asked: Selected | undefined = named === undefined ? undefined : { kind: "database", name: named };
  const list = {
    at,
    selected: chosen?.named === named ? chosen?.selected : asked,
    onSelect: (selected: Selected) => setChosen({ selected, named }),
  };
  return (
    <div className={styles.tab}>
      <BranchSelect branches={branches} value={branch.id} onChange={toBranch} />
      {wanted !== undefined && wanted !== branch.id && (
        <Notice tone="warning">
          The branch that was to be shown is not there any more. This is {branch.name}.
        </Notice>
      )}
      <DataNotices at={at} />
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
