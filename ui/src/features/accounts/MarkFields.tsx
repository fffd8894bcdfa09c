import type { AccountColour } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { Swatches } from "@/kit/control/Swatches";

export interface Marks {
  colour: AccountColour;
  isProduction: boolean;
  /** Absent where the lock is not a field but an action of its own. */
  isReadOnly?: boolean;
}

/** What tells an account apart, and what keeps it from harm. */
export function MarkFields({ marks, onChange }: { marks: Marks; onChange(changed: Partial<Marks>): void }) {
  return (
    <>
      <Swatches label="Colour" value={marks.colour} onChange={(colour) => onChange({ colour })} />
      <Checkbox
        checked={marks.isProduction}
        onChange={(isProduction) => onChange({ isProduction })}
        hint="Shows a red frame and asks for the name before deleting."
      >
        Production
      </Checkbox>
      {marks.isReadOnly !== undefined && (
        <Checkbox
          checked={marks.isReadOnly}
          onChange={(isReadOnly) => onChange({ isReadOnly })}
          hint="All changes are blocked until you unlock the account."
        >
          Read-only
        </Checkbox>
      )}
    </>
  );
}
