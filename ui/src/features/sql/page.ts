import type { GridValue } from "@/kit/grid/grid";

/** Rows of a result, as `sqlRows` returns them. */
export interface ResultPage {
  /** The number of the first row. */
  first: number;
  rows: readonly GridValue[][];
  /** Size of the page in bytes. */
  bytes: number;
}

const FORMAT = 1;
const HEADER = 16;
const NULL = 0xffff_ffff;
const CUT = 0x8000_0000;

/** Reads a page. Rows whose bytes are missing are left out. */
export function decodePage(buffer: ArrayBuffer): ResultPage {
  const view = new DataView(buffer);
  if (buffer.byteLength < HEADER || view.getUint32(0, true) !== FORMAT) {
    throw new Error("the rows have a format that this window does not know");
  }
  const [columns, count, first] = [4, 8, 12].map((at) => view.getUint32(at, true));
  const decoder = new TextDecoder();
  const rows: GridValue[][] = [];
  let at = HEADER;
  const next = (): GridValue => {
    if (at + 4 > buffer.byteLength) return undefined;
    const length = view.getUint32(at, true);
    at += 4;
    if (length === NULL) return null;
    const isCut = length >= CUT;
    const size = isCut ? length - CUT : length;
    const wholeBytes = isCut && at + 8 <= buffer.byteLength ? Number(view.getBigUint64(at, true)) : undefined;
    if (isCut) at += 8;
    if (at + size > buffer.byteLength) return undefined;
    const text = decoder.decode(new Uint8Array(buffer, at, size));
    at += size;
    return wholeBytes === undefined ? { text } : { text, wholeBytes };
  };
  for (let row = 0; row < (count ?? 0); row += 1) {
    const cells = Array.from({ length: columns ?? 0 }, next);
    if (cells.includes(undefined)) break;
    rows.push(cells);
  }
  return { first: first ?? 0, rows, bytes: buffer.byteLength };
}
