/** How many places of the window show an error now. */
const shown = new WeakMap<Error, number>();

/** Notes that an error stands somewhere to be read, until the returned function is called. */
export function noteShown(error: Error): () => void {
  shown.set(error, (shown.get(error) ?? 0) + 1);
  return () => {
    shown.set(error, (shown.get(error) ?? 1) - 1);
  };
}

/** Whether the window shows this error already, so that a message in passing would only repeat it. */
export function isShown(error: Error): boolean {
  return (shown.get(error) ?? 0) > 0;
}
