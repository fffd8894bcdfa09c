import type { DiffLineView, EnvPreviewView, GitState, PresentVariableView } from "@/ipc/generated";
import { gitStates } from "@/ipc/words";
import { Checkbox } from "@/kit/control/Checkbox";
import { Diff, type DiffLine } from "@/kit/data/Diff";
import { FilePath } from "@/kit/data/FilePath";
import { Notice } from "@/kit/state/Notice";
import styles from "./EnvDialog.module.css";
import { CHANGE } from "./words";

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
  const gitWarning = GIT[git]?.warning;
  const changes = lines.some(({ kind }) => kind === "added" || kind === "removed");
  return (
    <section className="ui-stack" aria-label={CHANGE.title}>
      <p className={styles.path} hidden={typed === path && !creates && viaLink === null}>
        <FilePath path={path} testId="env-path" />
        {creates && <span className="ui-faint-small">{CHANGE.newFile}</span>}
        {viaLink && <span className="ui-faint-small">{CHANGE.viaLink(viaLink)}</span>}
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
      {(changes || present.length === 0) && (
        <div data-testid="env-diff" className="ui-stack">
          {changes && <Diff lines={diffLines(lines)} label={path} />}
          <p className="ui-faint-small">{changes ? CHANGE.masked : CHANGE.none}</p>
        </div>
      )}
    </section>
  );
}

const GIT: Partial<Record<GitState, { warning: string }>> = gitStates;

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

interface PresentVariablesProps {
  /** Those that stand in the way. */
  present: readonly PresentVariableView[];
  /** Those that were chosen to be replaced. */
  replace: readonly string[];
  onReplace(variables: readonly string[]): void;
}

/** Variables that are in the file already are replaced only where that was chosen, one by one. */
function PresentVariables({ present, replace, onReplace }: PresentVariablesProps) {
  const lines = new Map(present.map(({ variable, line }) => [variable, line]));
  const names = [...new Set([...replace, ...lines.keys()])];
  const choose = (name: string, chosen: boolean) =>
    onReplace(chosen ? [...replace, name] : replace.filter((each) => each !== name));
  return (
    <Notice
      tone={present.length > 0 ? "warning" : "plain"}
      title={present.length > 0 ? CHANGE.present : CHANGE.replaced}
      testId="present-variables"
    >
      {CHANGE.choose}
      <div className={styles.choices}>
        {names.length > 1 && (
          <Checkbox
            checked={replace.length === names.length}
            mixed={replace.length > 0 && replace.length < names.length}
            onChange={(all) => onReplace(all ? names : [])}
          >
            {CHANGE.replaceAll(names.length)}
          </Checkbox>
        )}
        {names.map((name) => (
          <Checkbox key={name} checked={replace.includes(name)} onChange={(chosen) => choose(name, chosen)}>
            {CHANGE.replace} <code>{name}</code> {CHANGE.atLine(lines.get(name))}
          </Checkbox>
        ))}
      </div>
    </Notice>
  );
}
