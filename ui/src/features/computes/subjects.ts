import type { BranchView, ComputeView } from "@/ipc/generated";
import type { ComputeSubject } from "./places";

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The computes with where they are: branch by branch, the default one first, the writable one of each before the others. */
export function subjectsOf(
  computes: readonly ComputeView[],
  branches: readonly BranchView[],
  around: Pick<ComputeSubject, "accountId" | "projectId" | "projectName" | "locked">,
): readonly ComputeSubject[] {
  const known = new Map(branches.map((branch) => [branch.id, branch]));
  const rank = ({ compute }: ComputeSubject) => (known.get(compute.branchId)?.isDefault ? 0 : 1);
  return computes
    .map(
      (compute): ComputeSubject => ({
        ...around,
        compute,
        branchName: known.get(compute.branchId)?.name ?? compute.branchId,
      }),
    )
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        byName.compare(a.branchName, b.branchName) ||
        Number(b.compute.isWritable) - Number(a.compute.isWritable) ||
        a.compute.id.localeCompare(b.compute.id),
    );
}
