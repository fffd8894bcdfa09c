/** Between the parts of a list: the end of a line stands nowhere else in them. */
const END = "\n".charCodeAt(0);

const BRACKET = "[".charCodeAt(0);

const texts = new TextDecoder();

/** Bytes that are a long list. Other bytes, such as rows, begin with another byte. */
export const isInParts = (reply: unknown): reply is ArrayBuffer =>
  reply instanceof ArrayBuffer && new Uint8Array(reply)[0] === BRACKET;

/** A long list, which comes in parts of its JSON: read in one piece, it would hold the window up. */
export async function readParts(reply: ArrayBuffer): Promise<unknown[]> {
  const bytes = new Uint8Array(reply);
  const list: unknown[] = [];
  let begin = 0;
  while (begin < bytes.length) {
    if (begin > 0) await othersFirst();
    const found = bytes.indexOf(END, begin);
    const end = found < 0 ? bytes.length : found;
    const part = JSON.parse(texts.decode(bytes.subarray(begin, end))) as unknown[];
    for (const item of part) list.push(item);
    begin = end + 1;
  }
  return list;
}

/** Lets keys, clicks and pictures come before what follows. */
const othersFirst = () => new Promise<void>((resolve) => setTimeout(resolve));
