/** Longer names are cut in their middle. */
export const LONGEST_NAME = 40;

/**
 * The width of a text of the interface in ems, up to that many characters. Worked out and not measured: a table asks for
 * it thousands of times before it is drawn.
 */
export function emsOf(text: string): number {
  let ems = 0;
  let characters = 0;
  for (let at = 0; at < text.length; at++) {
    if (++characters > LONGEST_NAME) break;
    const code = text.charCodeAt(at);
    const known = ASCII[code];
    if (known !== undefined) {
      ems += known;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? code);
    ems += emOf(character);
    at += character.length - 1;
  }
  return ems;
}

/** No character of a class is wider, as Inter has it at the weight of names. */
const CLASSES: ReadonlyArray<[characters: string, em: number]> = [
  ["ijlI' ", 0.3],
  ["tfr.,:;!|/\\()[]", 0.4],
  ['1-_{}"*^', 0.54],
  ["mw", 0.9],
  ["MW@%", 1.02],
];
const EMS = new Map(CLASSES.flatMap(([characters, em]) => [...characters].map((each) => [each, em])));

function emOf(character: string): number {
  const known = EMS.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return 1.4;
  if (code >= 0x2e80) return 1;
  if (code >= 0x100) return 0.9;
  return character === character.toLowerCase() ? 0.64 : 0.77;
}

/** Most of what is asked for. */
const ASCII = Array.from({ length: 0x80 }, (_, code) => emOf(String.fromCodePoint(code)));
