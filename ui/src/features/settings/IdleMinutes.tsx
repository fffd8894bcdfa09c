import { useState } from "react";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import styles from "./Settings.module.css";

interface IdleMinutesProps {
  minutes: number;
  onChange(minutes: number): void;
}

const MOST = 1_440;

/** Kept when the field is left or Enter is pressed, and only a whole number from 1 to a day. */
export function IdleMinutes({ minutes, onChange }: IdleMinutesProps) {
  const [typed, setTyped] = useState<string>();
  const [refused, setRefused] = useState(false);
  const keep = () => {
    if (typed === undefined) return;
    const number = Number(typed.trim());
    const fits = Number.isInteger(number) && number >= 1 && number <= MOST;
    setRefused(!fits);
    if (!fits) return;
    setTyped(undefined);
    if (number !== minutes) onChange(number);
  };
  return (
    <div className={styles.narrow}>
      <Field
        label="Minutes without a connection until a server sleeps"
        hint="A connection wakes it again in a fraction of a second."
        error={refused ? `Type a whole number from 1 to ${MOST}.` : undefined}
      >
        <TextInput
          inputMode="numeric"
          value={typed ?? String(minutes)}
          onChange={setTyped}
          onBlur={keep}
          onKeyDown={(event) => event.key === "Enter" && keep()}
        />
      </Field>
    </div>
  );
}
