/**
 * What names are compared by: as people read them, "shop 9" before "shop 10", whatever their case and accents.
 *
 * The core has the same rule, in `base/fold.rs` and `base/name_order.rs`, so that the rows it gives first are those that
 * stand first here. `tests/name_order.json` holds the cases of both.
 */

/** Without case, accents and widths: what a search compares. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most names have nothing to take apart, and taking apart is what costs.
  if (PLAIN.test(lower)) return lower;
  const bare = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[łŁøØđĐħĦŧŦ]/g, (letter) => STROKES[letter] ?? letter);
  // By way of the capitals: what has no small letter of its own becomes alike.
  return bare.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

const PLAIN = /^[\n -~]*$/;

/** Letters whose stroke is part of them and no accent by the tables. */
const STROKES: Readonly<Record<string, string>> = {
  ł: "l",
  Ł: "l",
  ø: "o",
  Ø: "o",
  đ: "d",
  Đ: "d",
  ħ: "h",
  Ħ: "h",
  ŧ: "t",
  Ŧ: "t",
};

/** What a name is compared by, with `<`. */
export function nameKey(name: string): string {
  const folded = fold(name);
  const key = DIGIT.test(folded) ? folded.replace(/\d+/g, numberKey) : folded;
  // The core compares code points, of which these are the last.
  return PLAIN.test(key) ? key : key.replace(/[\u{10000}-\u{10FFFF}]/gu, "\uffff$&");
}

const DIGIT = /\d/;

/** A number after how many digits it has, so that the longer is the greater. Nine digits and more are counted in nines. */
function numberKey(run: string): string {
  const digits = run.replace(/^0+/, "");
  return `${"9".repeat(Math.floor(digits.length / 9))}${digits.length % 9}${digits}`;
}
