import { IconButton } from "@/kit/control/IconButton";
import { VALUE } from "@/kit/words";
import styles from "./CopyField.module.css";
import { writeClipboard } from "./clipboard";
import { useCopied } from "./useCopied";

interface CopyFieldProps {
  /** What it is: "Host". Read aloud with the button. */
  label: string;
  value: string;
  copy?(value: string): Promise<void> | void;
}

/** A value that is there to be taken: selectable, with a button that copies it. */
export function CopyField({ label, value, copy = writeClipboard }: CopyFieldProps) {
  const [state, run] = useCopied(() => copy(value));
  const icon = { idle: "copy", copied: "check", failed: "alert" } as const;
  const words = { idle: VALUE.copyNamed(label), copied: VALUE.copied(label), failed: VALUE.notCopied(label) };
  return (
    <span className={styles.field}>
      <code className={styles.value}>{value}</code>
      <IconButton icon={icon[state]} label={words[state]} size="small" onClick={run} />
      <span role="status" className="visually-hidden">
        {state !== "idle" && words[state]}
      </span>
    </span>
  );
}
