import { useCallback, useMemo, useRef, useState } from "react";
import { useTicked } from "@/features/base/useTicked";
import { noMatches } from "@/features/base/words";
import type { BranchView, ComputeView } from "@/ipc/generated";
import { SplitView } from "@/kit/layout/SplitView";
import { useRouter } from "@/kit/route/useRouter";
import { NothingFits } from "@/kit/state/NothingFits";
import { BranchDetail } from "./BranchDetail";
import { BranchTree } from "./BranchTree";
import { SelectedBranchesBar } from "./SelectedBranchesBar";
import type { BranchSubject } from "./subjects";
import { allOf, nodeKey, shownOf, treeOf } from "./tree";
import { TREE } from "./words";

interface BranchTreeAndDetailProps {
  accountId: string;
  branches: readonly BranchView[];
  /** Absent until they were read. */
  computes: readonly ComputeView[] | undefined;
  computesError: Error | null;
  open: BranchSubject | undefined;
  /** It was deleted elsewhere. */
  gone: boolean;
  subjectOf(branch: BranchView): BranchSubject;
  filter: string;
  /** Deleted branches are shown as well. */
  withDeleted: boolean;
  projectId: string;
  /** Why nothing can be changed, where nothing can. */
  locked: string | undefined;
}

const NONE: ReadonlySet<string> = new Set();

export function BranchTreeAndDetail(props: BranchTreeAndDetailProps) {
  const { branches, computes, open, subjectOf, filter, withDeleted } = props;
  const [closed, setClosed] = useState(NONE);
  const router = useRouter();
  const detail = useRef<HTMLElement>(null);
  const roots = useMemo(() => treeOf(branches), [branches]);
  const all = useMemo(() => allOf(roots), [roots]);
  const nodes = useMemo(() => shownOf(roots, closed, filter), [roots, closed, filter]);
  const ticked = useTicked(all, nodes, nodeKey);
  const goTo = (branch: BranchView | undefined) => {
    const route = router.current();
    if (route.screen !== "project") return;
    const { branch: before, ...rest } = route;
    router.go({ ...rest, ...(branch && { branch: branch.id }) }, { replace: before !== undefined });
  };
  // The same one each time: the table measures all its columns anew with new ones.
  const toggle = useCallback((id: string, opened: boolean) => {
    setClosed((before) => {
      const next = new Set(before);
      if (opened) next.delete(id);
      else next.add(id);
      return next;
    });
  }, []);
  const bar = ticked.rows.length > 0 && (
    <SelectedBranchesBar
      accountId={props.accountId}
      projectId={props.projectId}
      ticked={ticked}
      locked={props.locked}
    />
  );
  if (nodes.length === 0) {
    return <NothingFits>{filter ? noMatches(filter) : TREE.none}</NothingFits>;
  }
  return (
    <SplitView
      list={
        <BranchTree
          accountId={props.accountId}
          nodes={nodes}
          closed={closed}
          filtered={filter.trim() !== ""}
          arrangement={[filter, closed, withDeleted]}
          computes={computes}
          subjectOf={subjectOf}
          selected={open?.branch.id}
          ticked={ticked}
          selection={bar}
          onToggle={toggle}
          onSelect={goTo}
          onOpen={(branch) => {
            goTo(branch);
            detail.current?.focus();
          }}
        />
      }
      detail={
        open && (
          <BranchDetail
            subject={open}
            branches={branches}
            computes={computes}
            computesError={props.computesError}
          />
        )
      }
      detailLabel={open?.branch.name}
      gone={props.gone}
      detailRef={detail}
      onCloseDetail={() => goTo(undefined)}
    />
  );
}
