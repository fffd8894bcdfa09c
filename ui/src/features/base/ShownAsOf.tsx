import { Instant } from "./Instant";
import { FIELDS } from "./words";

/** Under what could not be read anew: how old what is shown is. */
export function ShownAsOf({ at }: { at: string | number }) {
  return (
    <p className="ui-muted-small">
      {FIELDS.shownAsOf} <Instant at={at} clock="here" />.
    </p>
  );
}
