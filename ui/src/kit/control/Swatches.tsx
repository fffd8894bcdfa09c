import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { useId } from "react";
import { cx } from "@/kit/cx";
import { Dot, type DotColour } from "@/kit/data/Dot";
import { COLOURS } from "@/kit/words";
import styles from "./Swatches.module.css";

/** The colors to choose from, in their order. */
export const SWATCHES: readonly DotColour[] = ["verdigris", "blue", "green", "amber", "red", "grey"];

interface SwatchesProps {
  label: string;
  /** None while it is not known yet. */
  value: DotColour | undefined;
  onChange(value: DotColour): void;
}

/** One of a few colours, each with its word. Arrows move. */
export function Swatches({ label, value, onChange }: SwatchesProps) {
  const id = useId();
  return (
    <RadioGroup<DotColour | null>
      value={value ?? null}
      onValueChange={(next) => next && onChange(next)}
      aria-labelledby={id}
      className={cx(styles.group)}
    >
      <span id={id} className={styles.legend}>
        {label}
      </span>
      {SWATCHES.map((colour) => (
        <Radio.Root
          key={colour}
          value={colour}
          nativeButton
          render={<button type="button" />}
          className={cx(styles.swatch)}
        >
          <Dot colour={colour} />
          {COLOURS[colour]}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
