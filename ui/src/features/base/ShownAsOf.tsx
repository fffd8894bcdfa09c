import { FIELDS } from "./baseWords";
import { Instant } from "./Instant";

/** Under what could not be read anew: how old what is shown is. */
export function ShownAsOf({ at }: { at: string | number }) {
  return (
    <p className="ui-muted-small">
      {FIELDS.shownAsOf} <Instant at={at} clock="here" />.
    </p>
  );
}
