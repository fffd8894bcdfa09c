import { BYTE_ORDER_MARK, contentOf, type Entry, type EnvFile, lastOf, lineEnding, parse } from "./parse.ts";
import { encode } from "./quote.ts";

/** A line that is written: a variable with its value, or a comment. */
export type Line = VariableLine | CommentLine;

export interface VariableLine {
  readonly variable: string;
  /** Without quotes. */
  readonly value: string;
}

export interface CommentLine {
  readonly comment: string;
  /** How an earlier comment of the same kind starts, which is replaced where it stands above one of the variables. */
  readonly starts: readonly string[];
}

/** What writing the lines comes to. */
export type Plan =
  | { readonly kind: "change"; readonly bytes: Buffer }
  /** These variables have another value already, in these lines. Nothing is to be written. */
  | { readonly kind: "conflict"; readonly taken: readonly { variable: string; line: number }[] }
  /** This value has no form that every reader of env files reads the same. */
  | { readonly kind: "unwritable"; readonly variable: string }
  /** To a file in UTF-16 nothing can be added. */
  | { readonly kind: "utf16" };

/**
 * Works out how lines get into a file with these bytes. Every other byte stays. A variable that has a value is never
 * changed, an empty one is filled in place, and a missing line comes beside those that are there, or to the end. Where all
 * variables have their values, nothing changes.
 */
export function plan(bytes: Buffer, lines: readonly Line[]): Plan {
  if (bytes.length > 1 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0))) {
    return { kind: "utf16" };
  }
  const file = parse(bytes.toString("latin1"));
  const wanted = lines.map(asBytes);
  const taken = wanted.flatMap((line) => conflict(file, line));
  if (taken.length > 0) {
    return { kind: "conflict", taken };
  }
  if (wanted.every((line) => !("variable" in line) || isThere(file, line))) {
    return { kind: "change", bytes };
  }
  const edit = new Edit(file);
  const places = placesOf(file, wanted);
  for (const [position, line] of wanted.entries()) {
    const unwritable = put(edit, file, places, position, line);
    if (unwritable !== undefined) {
      return { kind: "unwritable", variable: unwritable };
    }
  }
  return { kind: "change", bytes: Buffer.from(edit.finish(), "latin1") };
}

/** A character a byte, as the parsed file has it. */
function asBytes(line: Line): Line {
  const bytes = (text: string) => Buffer.from(text, "utf8").toString("latin1");
  return "variable" in line
    ? { variable: line.variable, value: bytes(line.value) }
    : { comment: bytes(line.comment), starts: line.starts };
}

function conflict(file: EnvFile, line: Line): { variable: string; line: number }[] {
  if (!("variable" in line)) {
    return [];
  }
  const entry = file.entries[lastOf(file, line.variable)];
  if (entry?.assignment === undefined) {
    return [];
  }
  const content = contentOf(file, entry.assignment);
  return content === "" || content === line.value ? [] : [{ variable: line.variable, line: entry.line }];
}

function isThere(file: EnvFile, line: VariableLine): boolean {
  const assignment = file.entries[lastOf(file, line.variable)]?.assignment;
  return assignment !== undefined && contentOf(file, assignment) === line.value;
}

/** The entry that holds each line: variables where they are, and earlier comments directly above one of them. */
function placesOf(file: EnvFile, lines: readonly Line[]): (number | undefined)[] {
  const places = lines.map((line) => {
    const index = "variable" in line ? lastOf(file, line.variable) : -1;
    return index < 0 ? undefined : index;
  });
  const most = lines.filter((line) => "comment" in line).length;
  for (const variable of places.filter((place) => place !== undefined)) {
    for (let index = variable - 1; index >= Math.max(0, variable - most); index -= 1) {
      const entry = file.entries[index];
      if (entry?.kind !== "comment") {
        break;
      }
      const position = places.includes(index)
        ? -1
        : lines.findIndex((line, at) => {
            return places[at] === undefined && "comment" in line && isEarlier(file, entry, line);
          });
      if (position >= 0) {
        places[position] = index;
      }
    }
  }
  return places;
}

function isEarlier(file: EnvFile, entry: Entry, line: CommentLine): boolean {
  const text = file.text.slice(entry.start, entry.end - entry.ending);
  const comment = text.slice(text.indexOf("#"));
  return comment === line.comment || line.starts.some((start) => comment.startsWith(start));
}

/** Puts one line into the edit. Gives the variable's name back where its value cannot be written. */
function put(
  edit: Edit,
  file: EnvFile,
  places: readonly (number | undefined)[],
  position: number,
  line: Line,
): string | undefined {
  const index = places[position];
  if (index !== undefined) {
    return "variable" in line ? fill(edit, file, index, line) : edit.setComment(index, line.comment);
  }
  const value = "variable" in line ? encode(line.value, undefined) : undefined;
  if ("variable" in line && value === undefined) {
    return line.variable;
  }
  const text = "variable" in line ? `${line.variable}=${value}` : line.comment;
  // Behind the nearest line before it that has a place, else before the nearest after it, else to the end.
  const before = places.slice(0, position).findLast((place) => place !== undefined);
  const after = places.slice(position).find((place) => place !== undefined);
  edit.insert(text, before, after);
  return undefined;
}

function fill(edit: Edit, file: EnvFile, index: number, line: VariableLine): string | undefined {
  const assignment = file.entries[index]?.assignment;
  if (assignment === undefined || isThere(file, line)) {
    return undefined;
  }
  const value = encode(line.value, assignment.quote);
  return value === undefined ? line.variable : edit.setValue(index, value);
}

/** Edits by entry, which touch nothing but what they name. */
class Edit {
  readonly #file: EnvFile;
  readonly #ending: string;
  readonly #changed = new Map<number, string>();
  readonly #before = new Map<number, string[]>();
  readonly #after = new Map<number, string[]>();
  readonly #appended: string[] = [];

  constructor(file: EnvFile) {
    this.#file = file;
    this.#ending = lineEnding(file);
  }

  /** Puts a value, quotes included, where the assignment's value was. */
  setValue(index: number, value: string): undefined {
    const entry = this.#file.entries[index];
    if (entry?.assignment === undefined) {
      return;
    }
    const head = this.#file.text.slice(entry.start, entry.assignment.start);
    const tail = this.#file.text.slice(entry.assignment.end, entry.end);
    const [gap, behind] = [head.endsWith(":") ? " " : "", tail.startsWith("#") ? " " : ""];
    this.#changed.set(index, head + gap + value + behind + tail);
  }

  /** Puts another comment behind the same indentation. */
  setComment(index: number, comment: string): undefined {
    const entry = this.#file.entries[index];
    if (entry === undefined) {
      return;
    }
    const text = this.#file.text.slice(entry.start, entry.end);
    const indent = text.slice(0, Math.max(0, text.indexOf("#")));
    this.#changed.set(index, indent + comment + text.slice(text.length - entry.ending));
  }

  /** Puts a whole line behind one entry, before another one, or at the end of the file. */
  insert(line: string, behind: number | undefined, before: number | undefined): void {
    if (behind !== undefined) {
      this.#after.set(behind, [...(this.#after.get(behind) ?? []), line]);
    } else if (before !== undefined) {
      this.#before.set(before, [...(this.#before.get(before) ?? []), line]);
    } else {
      this.#appended.push(line);
    }
  }

  /** The new text. No line is glued to a last one without an ending, and a byte order mark stays at the start. */
  finish(): string {
    const last = this.#file.entries.length - 1;
    const parts = this.#file.entries.map((entry, index) => {
      const old = this.#file.text.slice(entry.start, entry.end);
      const mark = old.startsWith(BYTE_ORDER_MARK) && index === 0 ? BYTE_ORDER_MARK : "";
      const text = (this.#changed.get(index) ?? old).slice(mark.length);
      const ending = old.slice(old.length - entry.ending) || this.#ending;
      const [before, after] = [this.#before.get(index) ?? [], this.#after.get(index) ?? []];
      const isFollowed = after.length > 0 || (index === last && this.#appended.length > 0);
      const lacksEnding = entry.ending === 0 && old !== BYTE_ORDER_MARK && isFollowed;
      return [mark, whole(before, ending), text, lacksEnding ? ending : "", whole(after, ending)].join("");
    });
    const kind = this.#file.entries[last]?.kind;
    const gap = this.#appended.length > 0 && kind !== undefined && kind !== "blank" ? this.#ending : "";
    return parts.join("") + gap + whole(this.#appended, this.#ending);
  }
}

function whole(lines: readonly string[], ending: string): string {
  return lines.map((line) => line + ending).join("");
}
