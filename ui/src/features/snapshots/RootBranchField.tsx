import { COMMON } from "@/features/base/words";
import type { BranchView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { ROOTS } from "./words";

interface RootBranchFieldProps {
  /** The project's branches, the deleted ones left out. */
  branches: readonly BranchView[];
  value: string | null;
  onChange(branchId: string): void;
}

/** The branch that snapshots are taken of. Branches with a parent are listed as well, off with the reason. */
export function RootBranchField({ branches, value, onChange }: RootBranchFieldProps) {
  const usual = branches.find(({ isDefault }) => isDefault);
  return (
    <Field label={COMMON.branch} hint={usual && !isRoot(usual) ? ROOTS.notDefault(usual.name) : undefined}>
      <Select
        options={branches.map((branch) => ({
          value: branch.id,
          label: branch.name,
          ...(!isRoot(branch) && { disabled: true, detail: ROOTS.hasParent }),
        }))}
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}

/** Returns the branch that is asked for, else the default one, else the first one, of those that snapshots can be taken of. */
export function rootOf(branches: readonly BranchView[], wanted: string | undefined): BranchView | undefined {
  const roots = branches.filter(isRoot);
  return roots.find(({ id }) => id === wanted) ?? roots.find(({ isDefault }) => isDefault) ?? roots[0];
}

const isRoot = ({ parentId }: BranchView): boolean => parentId === null;
