/** Returns an error that was thrown as it is, and anything else that was thrown as an error with its text. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
