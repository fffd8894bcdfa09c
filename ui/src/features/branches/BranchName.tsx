import { useClockOffset } from "@/data/clockOffset";
import type { BranchView } from "@/ipc/generated";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { Tag } from "@/kit/data/Tag";
import { Icon } from "@/kit/icon/Icon";
import { type WordsWidth, wordsWidth } from "@/kit/table/columns";
import styles from "./Branches.module.css";
import type { BranchNode } from "./tree";
import { marksOf, originOf, restrictionText, TREE } from "./words";

/** Deeper than this the indent would leave no room for the name. */
const DEEPEST = 8;

const INDENT = 18;
const TWISTY = 28;
const LOCK = 22;

/** How many pixels its indent, its sign and its name take. */
export function branchWordsWidth({ branch, level, parent, orphan }: BranchNode): WordsWidth {
  const origin = originOf(branch, parent?.branch.name, orphan, "any");
  return wordsWidth(branch.name, origin, indentOf(level) + TWISTY + (branch.isProtected ? LOCK : 0));
}

const indentOf = (level: number) => (Math.min(level, DEEPEST) - 1) * INDENT;

interface BranchNameProps {
  accountId: string;
  node: BranchNode;
  /** Whether the branches below it are shown; absent when there are none. */
  open: boolean | undefined;
  onToggle(open: boolean): void;
}

/** The first cell of a line: how deep, the name with its marks, where it comes from. */
export function BranchName({ accountId, node, open, onToggle }: BranchNameProps) {
  const { branch, level, parent, orphan } = node;
  const ahead = useClockOffset(accountId);
  const origin = originOf(branch, parent?.branch.name, orphan, ahead);
  const detail = [origin, ...branch.restrictions.map(restrictionText)];
  return (
    <div
      className={styles.node}
      style={{ paddingLeft: indentOf(level) }}
      data-testid="branch-row"
      data-branch={branch.name}
    >
      {open === undefined ? (
        <span className={styles.leaf} />
      ) : (
        // The row's arrow keys do the same, so it stays out of the order of the keys.
        <button
          type="button"
          className={styles.twisty}
          tabIndex={-1}
          aria-label={open ? TREE.collapse(branch.name) : TREE.expand(branch.name)}
          onClick={() => onToggle(!open)}
        >
          <Icon name={open ? "chevronDown" : "chevronRight"} />
        </button>
      )}
      <div className="ui-shrinks">
        <span className={styles.line} title={[branch.name, ...marksOf(branch)].join(" · ")}>
          {branch.isProtected && (
            // Before the name: the marks behind it give way where it is narrow.
            <span className={styles.lock} title={TREE.isProtected}>
              <Icon name="lock" />
            </span>
          )}
          <b className={branch.deletedAt === null ? styles.name : styles.gone}>
            <CutMiddle>{branch.name}</CutMiddle>
          </b>
          <Marks branch={branch} />
        </span>
        <small className={styles.detail} title={detail.join("\n")}>
          {detail.join(" · ")}
        </small>
      </div>
    </div>
  );
}

/** What marks a branch, as small words beside its name. */
export function Marks({ branch }: { branch: BranchView }) {
  return marksOf(branch).map((mark) => <Tag key={mark}>{mark}</Tag>);
}
