import type { BranchView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { branchOptions } from "./branches";
import styles from "./Data.module.css";

interface BranchSelectProps {
  branches: readonly BranchView[];
  value: string;
  onChange(id: string): void;
}

/** Whose databases and roles are shown: each branch has its own. */
export function BranchSelect({ branches, value, onChange }: BranchSelectProps) {
  return (
    <div className={styles.branch}>
      <Field label="Branch" hint="Each branch has databases and roles of its own.">
        <Select options={branchOptions(branches)} value={value} onChange={onChange} />
      </Field>
    </div>
  );
}
