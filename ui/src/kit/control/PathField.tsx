import type { ReactNode } from "react";
import { FIELD } from "@/kit/words";
import { Button } from "./Button";
import { Field } from "./Field";
import styles from "./PathField.module.css";
import { TextInput } from "./TextInput";

interface PathFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Opens the system's chooser; resolves to nothing when the person changed their mind. */
  onBrowse(): Promise<string | null>;
  /** Called when a path is meant: chosen, or typed and left. */
  onSettle?(path: string): void;
  /** What the button says. */
  browse?: string;
  placeholder?: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
}

/** A file or folder: typed, or chosen with the system's own window. */
export function PathField(props: PathFieldProps) {
  const { label, value, onChange, onBrowse, onSettle, placeholder, hint, error, optional = false } = props;
  const choose = async () => {
    const chosen = await onBrowse();
    if (chosen === null) return;
    onChange(chosen);
    onSettle?.(chosen);
  };
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      <div className={styles.row}>
        <TextInput
          mono
          value={value}
          onChange={onChange}
          onBlur={() => onSettle?.(value)}
          {...(placeholder ? { placeholder } : {})}
        />
        <Button onClick={() => void choose()}>{props.browse ?? FIELD.browse}</Button>
      </div>
    </Field>
  );
}
