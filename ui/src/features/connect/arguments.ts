import { PSQL } from "./words";

/** What was typed as arguments: the words, or what is wrong with them. */
type Arguments =
  | { words: readonly string[]; fieldError?: undefined }
  | { words?: undefined; fieldError: string };

/** Whitespace between words, a word or part of one in quotes, a character after a backslash, any other. */
const PART = /(\s+)|"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|(["'\\])|([^\s"'\\]+)/gsu;

/**
 * Reads arguments as a shell's user types them, `-c 'select 1' --csv`, without any of what a shell does with them:
 * nothing is expanded, and no word runs anything.
 */
export function argumentsOf(text: string): Arguments {
  const words: string[] = [];
  let word: string | undefined;
  for (const [, blank, double, single, escaped, loose, plain] of text.matchAll(PART)) {
    if (loose !== undefined) return { fieldError: PSQL.unclosed(loose) };
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    word = (word ?? "") + (double?.replace(/\\(["\\])/g, "$1") ?? single ?? escaped ?? plain ?? "");
  }
  if (word !== undefined) words.push(word);
  const broken = words.some((each) => /[\0\r\n]/.test(each));
  return broken ? { fieldError: PSQL.oneLine } : { words };
}
