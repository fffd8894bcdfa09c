/** A number by thousands: `10,000`, `12,345.6`. By hand: the first use of `Intl` takes 8 ms, and these stand in the first picture. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",");
}

/** A whole number with its noun: `1 statement`, `3 statements`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** Milliseconds as people read them: `38 ms`, `1.2 s`. */
export function milliseconds(count: number): string {
  return count < 1000 ? `${Math.round(count)} ms` : `${trimmed(count / 1000, 1)} s`;
}

/** The name at the end of a path: `schema.sql`. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).findLast(Boolean) ?? path;
}

/** The folder of a file by its name alone, where there is little room: `checkout` of `/code/checkout/.env`. */
export function folderName(path: string): string {
  return path.split(/[\\/]/).slice(0, -1).findLast(Boolean) ?? "/";
}

/** A message of the backend with the full stop that it comes without, and the apostrophe that the window writes. */
export function sentence(message: string): string {
  const text = message.replace(/(?<=\p{L})'(?=\p{L})/gu, "’");
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function trimmed(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.0+$/, "");
}

/** With a capital at its start. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `orders`, `orders and shop`, `orders, shop and 2 more`. */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most);
  const more = names.length - shown.length;
  const parts = more > 0 ? [...shown, `${more} more`] : shown;
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
