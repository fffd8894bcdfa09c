import { infiniteQueryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { keys } from "@/data/keys";
import { branchesQuery, operationsQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { useWhere } from "@/features/base/useWhere";
import { call } from "@/ipc/call";
import { usePublish } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Notices } from "@/kit/layout/Notices";
import { Pane } from "@/kit/layout/Pane";
import { SplitView } from "@/kit/layout/SplitView";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { OperationDetail } from "./OperationDetail";
import { OperationTable, rowKey, WITHIN_PROJECT } from "./OperationTable";
import { rowsOfProject } from "./rowsOfProject";

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
        <EmptyState icon="clock" title="The platform lists no operation">
          What it does on this project stands here: branches made, computes started and suspended, settings
          applied.
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
