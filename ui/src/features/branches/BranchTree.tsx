import { useMemo } from "react";
import type { BranchView, ComputeView } from "@/ipc/generated";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { Table } from "@/kit/table/Table";
import { branchColumns } from "./branchColumns";
import type { BranchSubject } from "./places";
import { type BranchNode, placeOf } from "./tree";

interface BranchTreeProps {
  accountId: string;
  nodes: readonly BranchNode[];
  closed: ReadonlySet<string>;
  filtered: boolean;
  computes: readonly ComputeView[] | undefined;
  subjectOf(branch: BranchView): BranchSubject;
  selected: string | undefined;
  onToggle(id: string, open: boolean): void;
  onSelect(branch: BranchView): void;
  onOpen(branch: BranchView): void;
}

/** The tree itself: arrows up and down move, to the side open and close. */
export function BranchTree(props: BranchTreeProps) {
  const { accountId, nodes, closed, filtered, computes, subjectOf, onToggle } = props;
  const columns = useMemo(
    () => branchColumns({ accountId, computes, closed, filtered, onToggle }),
    [accountId, computes, closed, filtered, onToggle],
  );
  return (
    <Table
      label="Branches"
      tall
      columns={columns}
      rows={nodes}
      rowKey={({ branch }) => branch.id}
      tree={{
        placeOf: (node) => placeOf(node, closed, filtered),
        onToggle: ({ branch }, open) => onToggle(branch.id, open),
      }}
      selected={props.selected}
      onSelect={({ branch }) => props.onSelect(branch)}
      onOpen={({ branch }) => props.onOpen(branch)}
      rowMenu={({ branch }) => (
        <ActionMenu about="branch" subject={subjectOf(branch)} label={`Actions for ${branch.name}`} />
      )}
      contextMenu={({ branch }) => <ActionMenuItems about="branch" subject={subjectOf(branch)} />}
    />
  );
}
