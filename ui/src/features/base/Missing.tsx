/** In place of what the platform does not tell. */
export function Missing() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">not told</span>
    </>
  );
}
