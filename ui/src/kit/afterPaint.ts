/** In milliseconds: a window that nobody sees draws nothing. */
const LONGEST = 250;

/** Waits until what is to be drawn now is on the screen. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST);
    // The second frame begins after the first was put on the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
