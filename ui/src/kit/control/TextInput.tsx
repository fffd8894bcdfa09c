import { Input as Base } from "@base-ui/react/input";
import type { ComponentProps } from "react";
import { cx } from "@/kit/cx";
import styles from "./TextInput.module.css";

interface TextInputProps extends Omit<ComponentProps<"input">, "onChange" | "value" | "className" | "style"> {
  value: string;
  onChange(value: string): void;
  /** For what is code: names, keys, addresses. */
  mono?: boolean;
  /** What a date stands for that is not set, shown in its place. */
  unset?: string;
}

export function TextInput({
  value,
  onChange,
  mono = false,
  unset = "",
  type = "text",
  ...rest
}: TextInputProps) {
  return (
    <Base
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={type}
      value={value}
      data-unset={value === "" ? unset : undefined}
      onValueChange={onChange}
      className={cx(styles.input, mono ? "ui-code" : styles.words)}
    />
  );
}
