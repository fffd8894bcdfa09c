import { type FormEvent, useState } from "react";
import { Button } from "@/kit/control/Button";
import { TextInput } from "@/kit/control/TextInput";
import { parseSpan } from "./clock";
import styles from "./Sandbox.module.css";

interface ClockSpanProps {
  busy: boolean;
  /** Resolves to whether the clock was moved; what was typed is kept when it was not. */
  onMove(seconds: number): Promise<boolean>;
}

/** Moves the clock by a span in words. */
export function ClockSpan({ busy, onMove }: ClockSpanProps) {
  const [span, setSpan] = useState("");
  const [refused, setRefused] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const seconds = parseSpan(span);
    setRefused(seconds === undefined);
    if (seconds !== undefined && (await onMove(seconds))) setSpan("");
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.inline}>
        <TextInput
          value={span}
          onChange={setSpan}
          aria-label="Move the clock forward by"
          aria-invalid={refused || undefined}
          placeholder="such as 2 h 30 min"
        />
        <Button submit busy={busy}>
          Move forward
        </Button>
      </div>
      {refused && (
        <p className={styles.fault} role="alert">
          Type a span, such as 45 min or 2 h 30 min.
        </p>
      )}
    </form>
  );
}
