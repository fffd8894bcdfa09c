import { Field as Base } from "@base-ui/react/field";
import type { ReactNode } from "react";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import { FIELD } from "@/kit/words";
import styles from "./Field.module.css";

interface FieldProps {
  label: string;
  /** What to know before filling it in. */
  hint?: ReactNode;
  /** What is wrong and what to do; replaces nothing, stands under the hint. */
  error?: string | undefined;
  optional?: boolean;
  disabled?: boolean;
  /** One control: TextInput, Select, TextArea. */
  children: ReactNode;
}

/** A control with its label, hint and error, wired together for screen readers. */
export function Field({ label, hint, error, optional = false, disabled = false, children }: FieldProps) {
  return (
    <Base.Root className={cx(styles.field)} invalid={error !== undefined} disabled={disabled}>
      <Base.Label className={cx(styles.label)}>
        {label}
        {optional && <span className={styles.optional}> {FIELD.optional}</span>}
      </Base.Label>
      {children}
      {hint && (
        <Base.Description render={<div />} className={cx(styles.hint)}>
          {hint}
        </Base.Description>
      )}
      {error !== undefined && (
        <Base.Error match className={cx(styles.error)}>
          <Icon name="alert" className={styles.sign} />
          {error}
        </Base.Error>
      )}
    </Base.Root>
  );
}
