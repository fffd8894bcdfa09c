/** Where the bridge itself refused. */
export const BRIDGE = {
  failed: (why: string) => `Plinth’s window couldn’t reach its core: ${why}`,
  hint: "Quit Plinth and start it again.",
} as const;
