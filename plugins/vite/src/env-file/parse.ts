/**
 * A lossless reading of an env file: every byte belongs to exactly one entry. The grammar is close to that of the
 * `dotenv` package. The text has one character a byte (`latin1`), so it may hold any bytes; offsets are of bytes.
 */
export interface EnvFile {
  readonly text: string;
  readonly entries: readonly Entry[];
}

/** One logical line with its line ending: a quoted value may span several physical lines. */
export interface Entry {
  readonly start: number;
  /** Behind the line ending. The first entry includes a byte order mark. */
  readonly end: number;
  /** Length of the line ending: 0 at the end of the file, 1 or 2. */
  readonly ending: number;
  /** The first physical line, from 1. */
  readonly line: number;
  /** `unknown` is kept and never edited. */
  readonly kind: "blank" | "comment" | "assignment" | "unknown";
  /** Of `NAME=value`. */
  readonly assignment: Assignment | undefined;
}

/** The parts of `NAME=value`. */
export interface Assignment {
  readonly name: string;
  /** The value with its quotes, without an inline comment and the space around it. */
  readonly start: number;
  readonly end: number;
  readonly quote: Quote | undefined;
}

export type Quote = "'" | '"' | "`";

/** UTF-8's byte order mark, a character a byte. */
export const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/** Splits any text into entries. It cannot fail. */
export function parse(text: string): EnvFile {
  const entries: Entry[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = at === 0 && text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : at;
    const read = readEntry(text, start);
    const ending = endingAt(text, read.end);
    const end = read.end + ending;
    entries.push({ start: at, end, ending, line, kind: read.kind, assignment: read.assignment });
    line += text.slice(at, end).match(ENDINGS)?.length ?? 0;
    at = end;
  }
  return { text, entries };
}

/** The value of an assignment without its quotes. */
export function contentOf(file: EnvFile, assignment: Assignment): string {
  const value = file.text.slice(assignment.start, assignment.end);
  return assignment.quote === undefined ? value : value.slice(1, -1);
}

/** The index of the last assignment of a variable, which is the one that counts; -1 where there is none. */
export function lastOf(file: EnvFile, name: string): number {
  return file.entries.findLastIndex((entry) => entry.assignment?.name === name);
}

/** The line ending that most lines of the file have; `\n` for a file without any. */
export function lineEnding(file: EnvFile): "\n" | "\r\n" | "\r" {
  const found = file.text.match(ENDINGS) ?? [];
  const count = (ending: string) => found.filter((it) => it === ending).length;
  const [lf, crlf, cr] = [count("\n"), count("\r\n"), count("\r")];
  if (crlf > lf && crlf >= cr) {
    return "\r\n";
  }
  return cr > lf ? "\r" : "\n";
}

const ENDINGS = /\r\n|\r|\n/g;
const SPACE = " \t\v\f";
const ASSIGNMENT = /(?:export[ \t\v\f]+(?=[\w.-]))?([\w.-]+)(?:[ \t\v\f]*=|:(?=[ \t\v\f\r\n]|$))/y;

interface Read {
  kind: Entry["kind"];
  /** Where the text ends, before the line ending. */
  end: number;
  assignment: Assignment | undefined;
}

function readEntry(text: string, start: number): Read {
  const lineEnd = endOfLine(text, start);
  const first = skipSpace(text, start, lineEnd);
  if (first === lineEnd) {
    return { kind: "blank", end: lineEnd, assignment: undefined };
  }
  if (text[first] === "#") {
    return { kind: "comment", end: lineEnd, assignment: undefined };
  }
  return readAssignment(text, first, lineEnd) ?? { kind: "unknown", end: lineEnd, assignment: undefined };
}

function readAssignment(text: string, first: number, lineEnd: number): Read | undefined {
  ASSIGNMENT.lastIndex = first;
  const name = ASSIGNMENT.exec(text)?.[1];
  if (name === undefined) {
    return undefined;
  }
  const separator = ASSIGNMENT.lastIndex;
  const start = skipSpace(text, separator, lineEnd);
  const quote = start < lineEnd ? quoteAt(text, start) : undefined;
  const close = quote === undefined ? undefined : closingQuote(text, start, quote);
  if (quote !== undefined && close !== undefined) {
    const assignment = { name, start, end: close + 1, quote };
    return { kind: "assignment", end: endOfLine(text, close + 1), assignment };
  }
  const end = endOfUnquoted(text, start, lineEnd);
  const value = end === start ? { start: separator, end: separator } : { start, end };
  return { kind: "assignment", end: lineEnd, assignment: { name, ...value, quote: undefined } };
}

/**
 * The quote that closes the one at `open`, possibly lines below. Behind it there may only be space and a comment; a
 * backslash before a quote escapes it unless nothing else fits.
 */
function closingQuote(text: string, open: number, quote: Quote): number | undefined {
  const escaped: number[] = [];
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "\\" && text[at + 1] === quote) {
      at += 1;
      escaped.push(at);
    } else if (text[at] === quote) {
      if (endsValue(text, at + 1)) {
        return at;
      }
      break;
    }
  }
  return escaped.findLast((at) => endsValue(text, at + 1));
}

function endsValue(text: string, from: number): boolean {
  const next = text[skipSpace(text, from, text.length)];
  return next === undefined || next === "\n" || next === "\r" || next === "#";
}

/** Before a `#` that follows space or with which the value would begin, without the space at its end. */
function endOfUnquoted(text: string, start: number, lineEnd: number): number {
  let end = start;
  for (let at = start; at < lineEnd; at += 1) {
    if (text[at] === "#" && (at === start || isSpace(text[at - 1]))) {
      break;
    }
    if (!isSpace(text[at])) {
      end = at + 1;
    }
  }
  return end;
}

function quoteAt(text: string, at: number): Quote | undefined {
  const found = text[at];
  return found === "'" || found === '"' || found === "`" ? found : undefined;
}

function endingAt(text: string, at: number): number {
  if (text[at] === "\r") {
    return text[at + 1] === "\n" ? 2 : 1;
  }
  return text[at] === "\n" ? 1 : 0;
}

function endOfLine(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "\n" || text[at] === "\r") {
      return at;
    }
  }
  return text.length;
}

function skipSpace(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(text[at])) {
    at += 1;
  }
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && SPACE.includes(character);
}
