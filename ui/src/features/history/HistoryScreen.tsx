import { useQuery } from "@tanstack/react-query";
import { operationsQuery } from "@/data/queries";
import type { TrackedOperationView } from "@/ipc/generated";
import { Screen } from "@/kit/layout/Screen";
import { useRouter } from "@/kit/route/useRouter";
import { History } from "./History";
import { openOf } from "./open";
import { useViewName } from "./useViewName";
import { asideWords, words } from "./words";

const NONE: readonly TrackedOperationView[] = [];

/** Everything that the platforms did and that was done here, for every account and project. */
export function HistoryScreen({ id, view: fromRoute }: { id: string | undefined; view: string | undefined }) {
  const list = useQuery(operationsQuery);
  const router = useRouter();
  const [view, setView] = useViewName(fromRoute);
  const rows = list.data ?? NONE;
  const go = (next: { id?: string | undefined; view: string | undefined }, replace: boolean) =>
    router.go(
      {
        screen: "history",
        ...(next.id !== undefined && { id: next.id }),
        ...(next.view !== undefined && { view: next.view }),
      },
      { replace },
    );
  return (
    <History
      operations={{
        rows,
        isPending: list.isPending,
        ...(list.error && { failure: { error: list.error, onRetry: () => void list.refetch() } }),
      }}
      view={view}
      onView={(next) => {
        setView(next);
        go({ id, view: next }, true);
      }}
      openId={id}
      onOpen={(next) => go({ id: next, view: fromRoute }, id !== undefined)}
      frame={(body, tools) => (
        <Screen title={words.title} aside={list.data && asideWords(openOf(rows).length)} tools={tools}>
          {body}
        </Screen>
      )}
    />
  );
}
