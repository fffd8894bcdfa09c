import type { BranchView, OperationView, TrackedOperationView } from "@/ipc/generated";
import { instantOf, isoOf } from "@/time/clock";

interface Around {
  accountId: string;
  accountName: string | null;
  projectName: string;
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  offset: number;
}

/**
 * The platform's list of a project's operations as rows like those that are followed: with the click that began each,
 * where one is known, and the newer of the two records.
 */
export function rowsOfProject(
  items: readonly OperationView[],
  tracked: readonly TrackedOperationView[],
  branches: readonly BranchView[],
  { accountId, accountName, projectName, offset }: Around,
): readonly TrackedOperationView[] {
  const followed = new Map(
    tracked.filter((row) => row.accountId === accountId).map((row) => [row.operation.id, row]),
  );
  const names = new Map(namesOf(tracked, accountId));
  for (const { id, name } of branches) names.set(id, name);
  const rows = items.map((operation): TrackedOperationView => {
    const known = followed.get(operation.id);
    const branchName = operation.branchId === null ? null : (names.get(operation.branchId) ?? null);
    if (known) {
      return {
        ...known,
        projectName: known.projectName ?? projectName,
        branchName: known.branchName ?? branchName,
        operation: newer(operation, known.operation),
      };
    }
    const ordered = operation.createdAt ?? operation.updatedAt;
    return {
      accountId,
      accountName,
      projectName,
      branchName,
      operation,
      clicked: null,
      since: ordered === null ? isoOf(0) : local(ordered, offset),
      endedAt: null,
    };
  });
  // A page that moved while it was read may bring an operation twice.
  return [...new Map(rows.map((row) => [row.operation.id, row])).values()];
}

/** What branches are called in what is followed: those that are gone as well. */
function namesOf(tracked: readonly TrackedOperationView[], accountId: string): Array<[string, string]> {
  return tracked.flatMap(({ accountId: account, branchName, operation: { branchId } }) =>
    account === accountId && branchId !== null && branchName !== null ? [[branchId, branchName]] : [],
  );
}

function newer(listed: OperationView, followed: OperationView): OperationView {
  if (listed.isOver !== followed.isOver) return listed.isOver ? listed : followed;
  return (followed.updatedAt ?? "") > (listed.updatedAt ?? "") ? followed : listed;
}

/** An instant of the platform's clock by this machine's. */
function local(at: string, offset: number): string {
  return isoOf(instantOf(at) - offset);
}
