import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { branchesQuery, operationsQuery } from "@/data/queries";
import { useWhere } from "@/features/base/useWhere";
import type { BranchView, OperationView, TrackedOperationView } from "@/ipc/generated";
import { Pane } from "@/kit/layout/Pane";
import { instantOf, isoOf } from "@/time/clock";
import { History } from "./History";
import { projectOperationsQuery } from "./queries";
import type { KnownOperations } from "./useItems";
import { useViewName } from "./useViewName";

/** The history of one project: what its platform lists, what is known of it here, and what was done with it. */
export function ProjectHistoryTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const operations = useProjectOperations(accountId, projectId);
  const ofProject = useMemo(() => ({ accountId, projectId }), [accountId, projectId]);
  const [view, setView] = useViewName();
  const [openId, setOpenId] = useState<string>();
  return (
    <Pane>
      <History
        operations={operations}
        ofProject={ofProject}
        view={view}
        onView={setView}
        openId={openId}
        onOpen={setOpenId}
      />
    </Pane>
  );
}

function useProjectOperations(accountId: string, projectId: string): KnownOperations {
  const pages = useInfiniteQuery(projectOperationsQuery(accountId, projectId));
  const tracked = useQuery(operationsQuery).data;
  const branches = useQuery(branchesQuery(accountId, projectId)).data;
  const { account, projectName } = useWhere(accountId, projectId);
  const offset = useClockOffset(accountId);
  const accountName = account?.name ?? null;
  const rows = useMemo(
    () =>
      rowsOfProject(pages.data?.pages.flatMap(({ items }) => items) ?? [], tracked ?? [], branches ?? [], {
        accountId,
        accountName,
        projectId,
        projectName,
        offset,
      }),
    [pages.data, tracked, branches, accountId, accountName, projectId, projectName, offset],
  );
  const oldest = pages.data?.pages.at(-1)?.items.at(-1);
  const oldestAt = oldest?.createdAt ?? oldest?.updatedAt;
  return {
    rows,
    isPending: pages.isPending,
    ...(pages.error && {
      failure: {
        error: pages.error,
        onRetry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
      },
    }),
    ...(pages.hasNextPage && {
      older: {
        to: oldestAt ? instantOf(oldestAt) - offset : 0,
        load: () => void pages.fetchNextPage(),
        busy: pages.isFetchingNextPage,
      },
    }),
  };
}

interface Around {
  accountId: string;
  accountName: string | null;
  projectId: string;
  projectName: string;
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  offset: number;
}

/**
 * The platform's list of a project's operations as rows like those that are followed: with the click that began each,
 * where one is known, and the newer of the two records. Followed ones that the list does not have come with it.
 */
export function rowsOfProject(
  items: readonly OperationView[],
  tracked: readonly TrackedOperationView[],
  branches: readonly BranchView[],
  { accountId, accountName, projectId, projectName, offset }: Around,
): readonly TrackedOperationView[] {
  const followed = new Map(
    tracked
      .filter((row) => row.accountId === accountId && row.operation.projectId === projectId)
      .map((row) => [row.operation.id, row]),
  );
  const names = new Map(namesOf(tracked, accountId));
  for (const { id, name } of branches) names.set(id, name);
  const rows = new Map<string, TrackedOperationView>(followed);
  // A page that moved while it was read may bring an operation twice.
  for (const operation of items) rows.set(operation.id, rowOf(operation));
  return [...rows.values()];

  function rowOf(operation: OperationView): TrackedOperationView {
    const known = followed.get(operation.id);
    const { branchId } = operation;
    const branchName = branchId === null ? null : (names.get(branchId) ?? operation.branchName ?? null);
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
  }
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
