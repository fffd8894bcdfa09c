import { type ReactNode, useMemo } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { sizeText, sizeWords } from "@/features/base/computeSize";
import { Instant } from "@/features/base/Instant";
import { Missing } from "@/features/base/Missing";
import type { Ticked } from "@/features/base/useTicked";
import { COMMON } from "@/features/base/words";
import { computeLook } from "@/features/computes/words";
import type { BranchView, ComputeView } from "@/ipc/generated";
import { rowMenusOf } from "@/kit/action/rowMenus";
import { ByteSize } from "@/kit/data/ByteSize";
import { LookPill } from "@/kit/data/Pill";
import { groupBy } from "@/kit/groupBy";
import { type Column, type WordsWidth, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { Countdown } from "@/kit/time/Countdown";
import { instantOf } from "@/time/clock";
import styles from "./Branches.module.css";
import { BranchName, branchWordsWidth } from "./BranchName";
import type { BranchSubject } from "./subjects";
import { type BranchNode, nodeKey, positionOf } from "./tree";
import { branchLook, EXPIRY, TREE } from "./words";

interface BranchTreeProps {
  accountId: string;
  nodes: readonly BranchNode[];
  closed: ReadonlySet<string>;
  filtered: boolean;
  /** The filter and the other choices that decide which nodes are shown. */
  arrangement: readonly unknown[];
  computes: readonly ComputeView[] | undefined;
  subjectOf(branch: BranchView): BranchSubject;
  selected: string | undefined;
  ticked: Ticked<BranchNode>;
  /** What can be done with what is ticked. */
  selection: ReactNode;
  onToggle(id: string, open: boolean): void;
  onSelect(branch: BranchView): void;
  onOpen(branch: BranchView): void;
}

/** The tree itself: arrows up and down move, to the side open and close. */
export function BranchTree(props: BranchTreeProps) {
  const { accountId, nodes, closed, filtered, computes, subjectOf, onToggle } = props;
  const computesOf = useMemo(() => computes && groupBy(computes, ({ branchId }) => branchId), [computes]);
  const columns = useMemo(
    () => branchColumns({ accountId, computesOf, closed, filtered, onToggle }),
    [accountId, computesOf, closed, filtered, onToggle],
  );
  return (
    <Table
      label={TREE.title}
      layout="branches"
      tall
      columns={columns}
      rows={nodes}
      rowKey={nodeKey}
      arrangement={props.arrangement}
      tree={{
        positionOf: (node) => positionOf(node, closed, filtered),
        onToggle: ({ branch }, open) => onToggle(branch.id, open),
      }}
      selected={props.selected}
      ticked={props.ticked.ids}
      onTick={props.ticked.tick}
      selection={props.selection}
      onSelect={({ branch }) => props.onSelect(branch)}
      onOpen={({ branch }) => props.onOpen(branch)}
      {...rowMenusOf(
        "branch",
        ({ branch }) => branch.name,
        ({ branch }: BranchNode) => subjectOf(branch),
      )}
    />
  );
}

interface Surroundings {
  accountId: string;
  /** By branch. */
  computesOf: ReadonlyMap<string, readonly ComputeView[]> | undefined;
  closed: ReadonlySet<string>;
  filtered: boolean;
  onToggle(id: string, open: boolean): void;
}

/** What each line of the tree says. */
function branchColumns(around: Surroundings): ReadonlyArray<Column<BranchNode>> {
  const { accountId, computesOf, closed, filtered, onToggle } = around;
  return [
    {
      id: "name",
      header: COMMON.name,
      width: "minmax(220px, 1fr)",
      takes: branchWordsWidth,
      cell: (node) => (
        <BranchName
          accountId={accountId}
          node={node}
          open={node.children.length === 0 ? undefined : filtered || !closed.has(node.branch.id)}
          onToggle={(open) => onToggle(node.branch.id, open)}
        />
      ),
    },
    {
      id: "state",
      header: COMMON.state,
      width: "104px",
      matters: true,
      cell: ({ branch }) => {
        const look = branchLook(branch);
        return (
          <span data-testid="branch-state">
            <LookPill look={look} />
          </span>
        );
      },
    },
    {
      id: "compute",
      header: TREE.computeColumn,
      width: "minmax(104px, 152px)",
      takes: ({ branch }) => computeWidth(computesOf?.get(branch.id)),
      cell: ({ branch }) => <ComputeWords computes={computesOf && (computesOf.get(branch.id) ?? [])} />,
    },
    {
      id: "size",
      header: COMMON.size,
      width: "64px",
      align: "end",
      wideOnly: true,
      cell: ({ branch: { logicalSize } }) =>
        logicalSize === null ? <Missing /> : <ByteSize bytes={logicalSize} />,
    },
    {
      id: "ends",
      header: COMMON.expires,
      width: "104px",
      cell: ({ branch }) => <Ends accountId={accountId} branch={branch} />,
    },
    {
      id: "created",
      header: TREE.createdUpdated,
      width: "104px",
      wideOnly: true,
      cell: ({ branch }) => (
        <RowName
          name={<Instant at={branch.createdAt} clock={{ account: accountId }} />}
          detail={branch.updatedAt && <Instant at={branch.updatedAt} clock={{ account: accountId }} />}
        />
      ),
    },
    amount("written", COMMON.written, ({ writtenDataBytes }) => writtenDataBytes),
    amount("transferred", COMMON.transferred, ({ dataTransferBytes }) => dataTransferBytes),
    {
      id: "createdBy",
      header: COMMON.createdBy,
      width: "112px",
      wideOnly: true,
      optional: true,
      cell: ({ branch }) => branch.createdBy ?? <Missing />,
    },
  ];
}

function amount(id: string, header: string, of: (branch: BranchView) => number | null): Column<BranchNode> {
  return {
    id,
    header,
    width: "88px",
    align: "end",
    wideOnly: true,
    optional: true,
    cell({ branch }) {
      const bytes = of(branch);
      return bytes === null ? <Missing /> : <ByteSize bytes={bytes} />;
    },
  };
}

/** When a branch expires or, when it is deleted, until when it can be recovered. */
function Ends({ accountId, branch }: { accountId: string; branch: BranchNode["branch"] }) {
  const clockOffset = useClockOffset(accountId);
  if (branch.deletedAt !== null) {
    return branch.recoverableUntil === null ? (
      <Missing />
    ) : (
      <RowName
        name={
          <Countdown
            until={instantOf(branch.recoverableUntil)}
            clockOffset={clockOffset}
            over={TREE.expired}
          />
        }
        detail={TREE.leftToRecover}
      />
    );
  }
  if (branch.expiresAt === null) return <span className="ui-faint">{COMMON.never}</span>;
  return <Countdown until={instantOf(branch.expiresAt)} clockOffset={clockOffset} over={EXPIRY.now} />;
}

/** The writable compute of a branch, else its first one, and how many more there are. */
function firstOf(computes: readonly ComputeView[]) {
  const first = computes.find(({ isWritable }) => isWritable) ?? computes[0];
  if (!first) return undefined;
  const look = computeLook(first);
  const words = sizeText(first.size) === "" ? look.word : TREE.compute(sizeWords(first.size), look.word);
  return { look, words, more: computes.length - 1 };
}

/** The room for a number such as "+1" after the words, in pixels. */
const MORE = 28;

function computeWidth(computes: readonly ComputeView[] = []): WordsWidth {
  const first = firstOf(computes);
  return first ? wordsWidth(first.words, "", first.more > 0 ? MORE : 0) : wordsWidth("");
}

/** The computes of a branch: how large the writable one is and its state, and how many more there are. */
function ComputeWords({ computes }: { computes: readonly ComputeView[] | undefined }) {
  if (!computes) return <span className="ui-faint">…</span>;
  const first = firstOf(computes);
  if (!first) return <span className="ui-faint">{TREE.noCompute}</span>;
  const { look, words, more } = first;
  return (
    <span className={styles.line} title={more > 0 ? TREE.computeAndMore(words, more) : words}>
      {look.tone === "warning" ? (
        <LookPill look={look} />
      ) : (
        <span className={look.tone === "off" ? "ui-faint" : undefined}>{words}</span>
      )}
      {more > 0 && <span className="ui-faint">+{more}</span>}
    </span>
  );
}
