import { Field } from "@base-ui/react/field";
import { cx } from "@/kit/cx";
import styles from "./TextInput.module.css";

interface TextAreaProps {
  value: string;
  onChange(value: string): void;
  rows?: number;
  placeholder?: string;
  mono?: boolean;
  disabled?: boolean;
}

export function TextArea({
  value,
  onChange,
  rows = 4,
  mono = false,
  placeholder,
  disabled = false,
}: TextAreaProps) {
  return (
    <Field.Control
      render={<textarea rows={rows} spellCheck={false} />}
      placeholder={placeholder}
      disabled={disabled}
      value={value}
      onValueChange={onChange}
      className={cx(styles.input, styles.area, mono && styles.mono)}
    />
  );
}
