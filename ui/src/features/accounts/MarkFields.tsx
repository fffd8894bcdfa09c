import { useQuery } from "@tanstack/react-query";
import { usualColourQuery } from "@/data/queries";
import type { AccountColour } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { Swatches } from "@/kit/control/Swatches";
import { MARKS } from "./words";

export interface Marks {
  /** `null` until one is chosen: the core chooses then, and the choice shows. */
  colour: AccountColour | null;
  isProduction: boolean;
  /** Absent where the lock is not a field but an action of its own. */
  isReadOnly?: boolean;
}

/** What tells an account apart, and what keeps it from harm. */
export function MarkFields({ marks, onChange }: { marks: Marks; onChange(changed: Partial<Marks>): void }) {
  const usual = useQuery({ ...usualColourQuery(marks.isProduction), enabled: marks.colour === null });
  return (
    <>
      <Swatches
        label={MARKS.colour}
        value={marks.colour ?? usual.data}
        onChange={(colour) => onChange({ colour })}
      />
      <Checkbox
        checked={marks.isProduction}
        onChange={(isProduction) => onChange({ isProduction })}
        hint={MARKS.productionHint}
      >
        {MARKS.production}
      </Checkbox>
      {marks.isReadOnly !== undefined && (
        <Checkbox
          checked={marks.isReadOnly}
          onChange={(isReadOnly) => onChange({ isReadOnly })}
          hint={MARKS.readOnlyHint}
        >
          {MARKS.readOnly}
        </Checkbox>
      )}
    </>
  );
}
