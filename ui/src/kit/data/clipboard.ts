/**
 * Puts text on the clipboard. Text that is still on its way is promised to the clipboard where the engine takes a
 * promise: some engines take nothing any more once the click is over.
 */
export async function writeClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  if (typeof ClipboardItem !== "function") return navigator.clipboard.writeText(await text);
  const blob = text.then((ready) => new Blob([ready], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

/** What the window shows of a list or a detail, as JSON that people and programs read. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
