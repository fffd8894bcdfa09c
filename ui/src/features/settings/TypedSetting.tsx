import { useState } from "react";
import { pressedKey } from "@/kit/action/pressedKey";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import styles from "./Settings.module.css";

interface TypedSettingProps<Value> {
  label: string;
  hint?: string;
  /** A name and no number. */
  text?: boolean;
  optional?: boolean;
  /** As it would be typed. */
  value: string;
  /** What was typed, or why it cannot be used. */
  read(typed: string): { value: Value } | { fieldError: string };
  /** Not called for what stands there already. */
  onChange(value: Value): void;
}

/** Kept when the field is left or Enter is pressed, and only what can be used. */
export function TypedSetting<Value>(props: TypedSettingProps<Value>) {
  const { label, hint, text = false, optional = false, value, read, onChange } = props;
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(false);
  const found = typed === undefined ? undefined : read(typed.trim());
  const fieldError = left && found && "fieldError" in found ? found.fieldError : undefined;
  const keep = () => {
    if (typed === undefined || !found) return;
    setLeft("fieldError" in found);
    if ("fieldError" in found) return;
    setTyped(undefined);
    if (typed.trim() !== value) onChange(found.value);
  };
  return (
    <div className={text ? undefined : styles.narrow}>
      <Field label={label} hint={hint} optional={optional} error={fieldError}>
        <TextInput
          inputMode={text ? "text" : "decimal"}
          mono={text}
          value={typed ?? value}
          onChange={setTyped}
          onBlur={keep}
          onKeyDown={(event) => pressedKey(event) === "Enter" && keep()}
        />
      </Field>
    </div>
  );
}
