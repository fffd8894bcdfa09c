import { nameKey } from "@/features/base/nameKey";
import type { BranchView } from "@/ipc/generated";
import type { TreePosition } from "@/kit/table/tree";

/** A branch with its place among the others. */
export interface BranchNode {
  branch: BranchView;
  level: number;
  position: number;
  of: number;
  /** The node above it; absent at the root. */
  parent: BranchNode | undefined;
  children: readonly BranchNode[];
  /** Its parent is not in the list: deleted for good, or not for this key to see. */
  orphan: boolean;
}

export const nodeKey = ({ branch }: BranchNode): string => branch.id;

interface Draft extends BranchNode {
  key: string;
  parent: Draft | undefined;
  children: Draft[];
}

/**
 * The branches as a forest: roots first, the default one before the others, children by name. Whose parent is not in
 * the list is a root of its own, and so is one of a ring that no platform should send: every branch is there once.
 */
export function treeOf(branches: readonly BranchView[]): readonly BranchNode[] {
  const nodes = new Map(branches.map((branch) => [branch.id, draftOf(branch)]));
  const roots: Draft[] = [];
  for (const node of nodes.values()) {
    const parentId = node.branch.parentId;
    const parent = parentId === null ? undefined : nodes.get(parentId);
    if (parent && !isBelow(parent, node)) {
      node.parent = parent;
      parent.children.push(node);
    } else {
      node.orphan = parentId !== null;
      roots.push(node);
    }
  }
  numberLines(roots, 1);
  return roots;
}

function draftOf(branch: BranchView): Draft {
  const key = nameKey(branch.name);
  return { branch, key, level: 1, position: 1, of: 1, parent: undefined, children: [], orphan: false };
}

function isBelow(node: Draft, other: Draft): boolean {
  for (let each: Draft | undefined = node; each; each = each.parent) if (each === other) return true;
  return false;
}

/** Without recursion: a chain of branches may be longer than the stack. */
function numberLines(roots: Draft[], level: number): void {
  const waiting = [{ siblings: roots, level }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    next.siblings.sort(inOrder);
    for (const [index, node] of next.siblings.entries()) {
      node.level = next.level;
      node.position = index + 1;
      node.of = next.siblings.length;
      if (node.children.length > 0) waiting.push({ siblings: node.children, level: next.level + 1 });
    }
  }
}

function inOrder(one: Draft, other: Draft): number {
  const rank = ({ branch }: Draft) => (branch.isDefault ? 0 : branch.deletedAt === null ? 1 : 2);
  const order = rank(one) - rank(other);
  if (order !== 0) return order;
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  return one.branch.id < other.branch.id ? -1 : 1;
}

/** The nodes in the order they are shown, those below a closed one left out. */
export function shownOf(
  roots: readonly BranchNode[],
  closed: ReadonlySet<string>,
  filter = "",
): readonly BranchNode[] {
  const wanted = fitting(roots, filter.trim().toLowerCase());
  const shown: BranchNode[] = [];
  const waiting = [...roots].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (wanted && !wanted.has(node)) continue;
    shown.push(node);
    if (wanted || !closed.has(node.branch.id)) waiting.push(...[...node.children].reverse());
  }
  return shown;
}

/** What fits the filter, with what stands above it. */
function fitting(roots: readonly BranchNode[], filter: string): ReadonlySet<BranchNode> | undefined {
  if (filter === "") return undefined;
  const wanted = new Set<BranchNode>();
  for (const node of allOf(roots)) {
    if (!fits(node, filter)) continue;
    for (let each: BranchNode | undefined = node; each && !wanted.has(each); each = each.parent) {
      wanted.add(each);
    }
  }
  return wanted;
}

function fits({ branch }: BranchNode, filter: string): boolean {
  return `${branch.name}\n${branch.id}`.toLowerCase().includes(filter);
}

const NONE: ReadonlySet<string> = new Set();

/** Every node of the forest, in the order of the list. */
export const allOf = (roots: readonly BranchNode[]): readonly BranchNode[] => shownOf(roots, NONE);

/** Where a node stands, for the table. While a filter holds everything above what fits is open. */
export function positionOf(node: BranchNode, closed: ReadonlySet<string>, filtered: boolean): TreePosition {
  return {
    level: node.level,
    position: node.position,
    of: node.of,
    parent: node.parent?.branch.id,
    open: node.children.length === 0 ? undefined : filtered || !closed.has(node.branch.id),
  };
}
