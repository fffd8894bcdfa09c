/** Why the platform does not take a name; an empty one is not looked at. */
export function nameFault(name: string, most = 256): string | undefined {
  const length = [...name.trim()].length;
  if (length > most) return `The name has ${length} characters. Use at most ${most}.`;
  return /\p{Cc}/u.test(name.trim()) ? "Use visible characters only." : undefined;
}
