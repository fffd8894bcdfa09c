import { FIELDS } from "./words";
/** In place of what the platform does not report. */
export function Missing() {
  return (
    <>
      <span aria-hidden="true" title={FIELDS.notReported}>
        –
      </span>
      <span className="visually-hidden">{FIELDS.notReported}</span>
    </>
  );
}
