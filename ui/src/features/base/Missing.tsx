/** In place of what the platform does not report. */
export function Missing() {
  return (
    <>
      <span aria-hidden="true" title="Not reported">
        –
      </span>
      <span className="visually-hidden">Not reported</span>
    </>
  );
}
