/**
 * A secret on its way to a command: it can be taken once and is not here any more then. Work is remembered with what it
 * was started with, and a secret must not be.
 */
export interface SingleUse<T> {
  take(): T;
}

export function singleUse<T>(value: T): SingleUse<T> {
  const values: T[] = [value];
  return {
    take() {
      const [taken] = values.splice(0);
      if (taken === undefined) throw new Error("what was typed was sent already");
      return taken;
    },
  };
}
