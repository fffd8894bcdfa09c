import { type FormEvent, useState } from "react";
import { useShownErrors } from "@/features/base/useShownErrors";
import { momentError } from "@/features/branches/point";
import { Button } from "@/kit/control/Button";
import { DateTimeInput } from "@/kit/control/DateTimeInput";
import { Field } from "@/kit/control/Field";
import styles from "./SchemaDialog.module.css";
import { SCHEMA } from "./words";

interface MomentFieldProps {
  label: string;
  /** By the platform's clock, like `now`. */
  earliest: number | undefined;
  now: number;
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  ahead: number;
  /** Why there is no past to read, where there is none. */
  noPast: string | undefined;
  /** A moment that can be read, or nothing for the present. */
  onChange(moment: string): void;
}

/** A moment of a branch's past. It is read on a click and not while it is typed: that makes a copy of the branch. */
export function MomentField({ label, earliest, now, ahead, noPast, onChange }: MomentFieldProps) {
  const [text, setText] = useState("");
  const problem = text === "" ? undefined : momentError(text, earliest, now, ahead);
  const { shown, showAll, watch } = useShownErrors({ problem });
  const apply = (event: FormEvent) => {
    event.preventDefault();
    showAll();
    if (problem === undefined) onChange(text);
  };
  return (
    <form className={styles.moment} onSubmit={apply} noValidate {...watch}>
      <Field label={label} hint={noPast} error={shown.problem} disabled={noPast !== undefined}>
        <DateTimeInput value={text} onChange={setText} placeholder={SCHEMA.now} />
      </Field>
      <Button submit disabled={noPast !== undefined}>
        {SCHEMA.apply}
      </Button>
    </form>
  );
}
