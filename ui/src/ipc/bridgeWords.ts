/** The error when the bridge itself fails. */
export const BRIDGE = {
  failed: (why: string) => `Plinth’s window couldn’t reach its core: ${why}`,
  hint: "Quit Plinth and start it again.",
} as const;

/** Stands in place of a secret in an operation that becomes text: it is a variable there. */
export const UNKNOWN_SECRET = "this stands in place of a secret, which is not known here";
