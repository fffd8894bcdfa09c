/** A cell of a result, as a test writes it. */
type Cell = string | null | { text: string; wholeBytes: number };

/** Returns rows as the core sends them (`crates/app/src/features/sql/page.rs`). */
export function pageOf(first: number, rows: readonly (readonly Cell[])[]): ArrayBuffer {
  const parts: number[] = [];
  const number = (value: number) => parts.push(...new Uint8Array(new Uint32Array([value]).buffer));
  for (const value of [1, rows[0]?.length ?? 0, rows.length, first]) number(value);
  for (const cell of rows.flat()) {
    if (cell === null) {
      number(0xffff_ffff);
      continue;
    }
    const bytes = new TextEncoder().encode(typeof cell === "string" ? cell : cell.text);
    number(typeof cell === "string" ? bytes.length : bytes.length + 0x8000_0000);
    if (typeof cell !== "string") {
      parts.push(...new Uint8Array(new BigUint64Array([BigInt(cell.wholeBytes)]).buffer));
    }
    parts.push(...bytes);
  }
  return new Uint8Array(parts).buffer;
}
