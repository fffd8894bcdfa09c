import { Input as Base } from "@base-ui/react/input";
import type { ComponentProps, KeyboardEvent } from "react";
import { isTakenByInputMethod } from "@/kit/action/pressedKey";
import { cx } from "@/kit/cx";
import styles from "./TextInput.module.css";

interface TextInputProps extends Omit<ComponentProps<"input">, "onChange" | "value" | "className" | "style"> {
  value: string;
  onChange(value: string): void;
  /** For what is code: names, keys, addresses. */
  mono?: boolean;
}

export function TextInput({
  value,
  onChange,
  mono = false,
  type = "text",
  onKeyDown,
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
      onValueChange={onChange}
      onKeyDown={(event) => {
        sendNoForm(event);
        onKeyDown?.(event);
      }}
      className={cx(styles.input, mono ? "ui-code" : styles.words)}
    />
  );
}

/** Keeps the Enter that ends a composition from sending the form around the field. */
function sendNoForm(event: KeyboardEvent) {
  if (isTakenByInputMethod(event)) event.preventDefault();
}
