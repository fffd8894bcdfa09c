/** How many letters the longest of some lines has. */
export const longestOf = (lines: readonly { text: string }[]): number =>
  lines.reduce((longest, { text }) => Math.max(longest, text.length), 0);
