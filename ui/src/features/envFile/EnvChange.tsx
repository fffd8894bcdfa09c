import type { DiffLineView, EnvPreviewView, GitState } from "@/ipc/generated";
import { Diff, type DiffLine } from "@/kit/data/Diff";
import { FilePath } from "@/kit/data/FilePath";
import { Notice } from "@/kit/state/Notice";
import styles from "./EnvDialog.module.css";
import { PresentVariables } from "./PresentVariables";

interface EnvChangeProps {
  /** The path as it was typed; the file's own is shown where it differs. */
  typed: string;
  preview: EnvPreviewView;
  replace: readonly string[];
  onReplace(variables: readonly string[]): void;
}

/** The change, line by line, with everything to know before it is written. */
export function EnvChange({ typed, preview, replace, onReplace }: EnvChangeProps) {
  const { path, viaLink, creates, lines, present, git, warnings } = preview;
  const gitWarning = GIT[git];
  return (
    <section className={styles.change} aria-label="The change">
      <p className={styles.path} hidden={typed === path && !creates && viaLink === null}>
        <FilePath path={path} testId="env-path" />
        {creates && <span className={styles.quiet}>new file, readable by you alone</span>}
        {viaLink && <span className={styles.quiet}>through the link {viaLink}</span>}
      </p>
      {(present.length > 0 || replace.length > 0) && (
        <PresentVariables present={present} replace={replace} onReplace={onReplace} />
      )}
      {gitWarning && (
        <Notice tone="warning" testId="git-warning">
          {gitWarning}
        </Notice>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <div data-testid="env-diff">
        {lines.some(({ kind }) => kind === "added" || kind === "removed") ? (
          <Diff lines={diffLines(lines)} label={path} />
        ) : (
          <p className={styles.quiet}>Nothing in the file would change.</p>
        )}
      </div>
      <p className={styles.quiet}>Values are masked here and written in full.</p>
    </section>
  );
}

const GIT: Record<GitState, string | undefined> = {
  outside: undefined,
  ignored: undefined,
  unknown: undefined,
  tracked:
    "Git tracks this file, so the password would be in the next commit. Take the file out of git first.",
  untracked:
    "Git does not ignore this file, so it could be committed with the password. Add it to .gitignore.",
};

const KINDS: Record<DiffLineView["kind"], DiffLine["kind"]> = {
  context: "same",
  added: "added",
  removed: "removed",
  gap: "gap",
};

function diffLines(lines: readonly DiffLineView[]): DiffLine[] {
  return lines.map(({ kind, old, new: after, text }) => ({
    kind: KINDS[kind],
    text,
    ...(old !== null && { before: old }),
    ...(after !== null && { after }),
  }));
}
