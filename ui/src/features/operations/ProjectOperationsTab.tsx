import { infiniteQueryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { keys } from "@/data/keys";
import { branchesQuery, operationsQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { useWhere } from "@/features/base/useWhere";
import { call } from "@/ipc/call";
import type { BranchView, OperationView, TrackedOperationView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Notices } from "@/kit/layout/Notices";
import { Pane } from "@/kit/layout/Pane";
import { SplitView } from "@/kit/layout/SplitView";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { instantOf, isoOf } from "@/time/clock";
import { OperationDetail } from "./OperationDetail";
import { OperationTable, rowKey, WITHIN_PROJECT } from "./OperationTable";

/** What the platform did on a project, by its own list. */
export function ProjectOperationsTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const pages = useInfiniteQuery(projectOperationsQuery(accountId, projectId));
  const tracked = useQuery(operationsQuery).data;
  const branches = useQuery(branchesQuery(accountId, projectId)).data;
  const { account, projectName } = useWhere(accountId, projectId);
  const offset = useClockOffset(accountId);
  const [openId, setOpenId] = useState<string>();
  const detail = useRef<HTMLElement>(null);
  const accountName = account?.name ?? null;
  const rows = useMemo(
    () =>
      rowsOfProject(pages.data?.pages.flatMap(({ items }) => items) ?? [], tracked ?? [], branches ?? [], {
        accountId,
        accountName,
        projectName,
        offset,
      }),
    [pages.data, tracked, branches, accountId, accountName, projectName, offset],
  );
  const open = rows.find(({ operation }) => operation.id === openId);
  usePublish("operation", open);
  return (
    <Pane>
      {pages.error && (
        <Notices>
          <Failure
            title={rows.length > 0 ? "More could not be read" : "The operations could not be read"}
            error={pages.error}
            onRetry={() => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch())}
          />
        </Notices>
      )}
      {pages.isPending && <Skeleton label="operations" shape="tall-rows" />}
      {pages.data && rows.length === 0 && (
        <EmptyState icon="clock" title="No operations yet">
          The platform’s work on this project appears here: branches created, computes started and suspended,
          settings applied.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <SplitView
          list={
            <OperationTable
              columns={WITHIN_PROJECT}
              rows={rows}
              selected={open && rowKey(open)}
              onSelect={({ operation }) => setOpenId(operation.id)}
              onOpen={({ operation }) => {
                setOpenId(operation.id);
                detail.current?.focus();
              }}
              footer={
                pages.hasNextPage && (
                  <Button
                    size="small"
                    busy={pages.isFetchingNextPage}
                    onClick={() => void pages.fetchNextPage()}
                  >
                    Load older operations
                  </Button>
                )
              }
            />
          }
          detail={open && <OperationDetail row={open} />}
          detailLabel={open?.operation.actionWord}
          detailRef={detail}
          onCloseDetail={() => setOpenId(undefined)}
        />
      )}
    </Pane>
  );
}

/** The platform's own list of a project's operations, page by page, newest first. */
const projectOperationsQuery = (accountId: string, projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.projectOperations(accountId, projectId), "pages"],
    queryFn: ({ pageParam }) => call.operationPage(accountId, projectId, pageParam),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next,
  });

function firstPage(): string | null {
  return null;
}

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
