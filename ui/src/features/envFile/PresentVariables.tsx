import type { PresentVariableView } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { Notice } from "@/kit/state/Notice";
import styles from "./EnvDialog.module.css";

interface PresentVariablesProps {
  /** Those that stand in the way. */
  present: readonly PresentVariableView[];
  /** Those that were chosen to be replaced. */
  replace: readonly string[];
  onReplace(variables: readonly string[]): void;
}

/** Variables that are in the file already are replaced only where that was chosen, one by one. */
export function PresentVariables({ present, replace, onReplace }: PresentVariablesProps) {
  const lines = new Map(present.map(({ variable, line }) => [variable, line]));
  const names = [...new Set([...replace, ...lines.keys()])];
  const choose = (name: string, chosen: boolean) =>
    onReplace(chosen ? [...replace, name] : replace.filter((each) => each !== name));
  return (
    <Notice
      tone={present.length > 0 ? "warning" : "plain"}
      title={present.length > 0 ? "There already" : "Will be replaced"}
      testId="present-variables"
    >
      Choose what to replace, or type another variable or prefix above. Nothing else in the file changes.
      <div className={styles.choices}>
        {names.length > 1 && (
          <Checkbox
            checked={replace.length === names.length}
            mixed={replace.length > 0 && replace.length < names.length}
            onChange={(all) => onReplace(all ? names : [])}
          >
            Replace all {names.length}
          </Checkbox>
        )}
        {names.map((name) => (
          <Checkbox key={name} checked={replace.includes(name)} onChange={(chosen) => choose(name, chosen)}>
            Replace <code>{name}</code>
            {lines.has(name) && ` (line ${lines.get(name)})`}
          </Checkbox>
        ))}
      </div>
    </Notice>
  );
}
