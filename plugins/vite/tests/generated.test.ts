import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { createLogger, loadEnv } from "vite";
import { expect, onTestFinished, test, vi } from "vitest";
import { ensureDatabase } from "../src/ensure.ts";
import { checked } from "../src/options.ts";
import { lines, service } from "./service.ts";

const FILES = 400;
const OPTIONS = checked({ referrer: "tests" }, ["VITE_"]);
const NAMES = [OPTIONS.key, OPTIONS.directKey, OPTIONS.claimKey];

test(`in ${FILES} generated files every foreign byte stays, and readers get the values`, async () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "plinth-vite-generated-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const { url, requests } = await service();
  vi.stubEnv("PLINTH_INSTANT_URL", url);
  vi.stubEnv("DATABASE_URL", undefined);
  for (let seed = 1; seed <= FILES; seed += 1) {
    const random = new Random(seed);
    const old = generated(random);
    const home = path.join(folder, String(seed));
    const file = path.join(home, ".env");
    const mode = random.of([0o600, 0o640, 0o644]);
    fs.mkdirSync(home);
    fs.writeFileSync(file, old.text, "latin1");
    fs.chmodSync(file, mode);
    await ensureDatabase({
      options: OPTIONS,
      places: { envFile: file, envFiles: [file], seedFile: undefined },
      logger: createLogger("silent"),
    });
    expect(requests).toHaveLength(seed);
    expect([fs.readdirSync(home), fs.statSync(file).mode & 0o777]).toEqual([[".env"], mode]);
    const written = fs.readFileSync(file, "latin1");
    expect(foreign(old, written, lines(seed)), `seed ${seed}: ${JSON.stringify(written)}`).toBe(old.text);
    if (old.isPlain) {
      expect(parseEnv(fs.readFileSync(file, "utf8"))).toMatchObject(parseEnv(lines(seed).join("\n")));
      expect(loadEnv("development", home, "")).toMatchObject(parseEnv(lines(seed).join("\n")));
    }
  }
}, 120_000);

/** What is left of the written text without the lines and values of the database: the old text. */
function foreign(file: Generated, written: string, wanted: readonly string[]): string {
  let rest = written;
  for (const line of wanted) {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    const empty = file.empty.get(name);
    const inserted = new RegExp(`(?:^|(?<=^\xef\xbb\xbf))${literal(line)}(?:\r\n|\r|\n)`, "m");
    const filled = empty?.filled.replace("«»", value).replace("VALUE", value.replaceAll('"', ""));
    const found = filled === undefined ? inserted.exec(rest)?.[0] : filled;
    expect(rest.split(found ?? line), JSON.stringify([line, file.text, written])).toHaveLength(2);
    rest = rest.replace(found ?? "", empty?.text ?? "");
  }
  // A file whose last line has no line ending gets one, and a blank line goes before what is appended.
  const added = rest.startsWith(file.text) ? rest.slice(file.text.length) : "";
  return /^(?:\r\n|\r|\n){1,2}$/.test(added) ? file.text : rest;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

interface Generated {
  /** One character a byte. */
  readonly text: string;
  /** Whether every reader agrees about it. */
  readonly isPlain: boolean;
  /** Variables without a value: how they stand there, and how with one. */
  readonly empty: ReadonlyMap<string, { text: string; filled: string }>;
}

/** A file that has no value of the variables. */
function generated(random: Random): Generated {
  const isPlain = random.below(2) === 0;
  const odd = [["\r"], ["\n", "\r\n", "\r"]];
  const endings = random.of([["\n"], ["\r\n"], ...(isPlain ? [] : odd)]);
  const parts = Array.from({ length: random.below(9) }, () =>
    random.of(isPlain ? PLAIN : [...PLAIN, ...ODD]),
  );
  const empty = new Map<string, { text: string; filled: string }>();
  for (const name of NAMES.filter(() => random.below(5) === 0)) {
    const [text, filled] = random.of(isPlain ? EMPTY : ODD_EMPTY).map((form) => form.replace("NAME", name));
    empty.set(name, { text: text ?? "", filled: filled ?? "" });
    parts.splice(random.below(parts.length + 1), 0, text ?? "");
  }
  const text = parts.map((part) => part.replaceAll("\n", endings[0] ?? "") + random.of(endings)).join("");
  const ended = random.below(3) === 0 ? text.replace(/[\r\n]+$/, "") : text;
  // Node's reader takes a byte order mark for a part of the first line.
  const mark = !isPlain && random.below(3) === 0 ? "\xef\xbb\xbf" : "";
  return { text: mark + ended, isPlain, empty };
}

const PLAIN = [
  "",
  "# a comment with 'one quote",
  "A=1",
  "  export B_2 = two words # and a comment",
  "C='it costs 3 $ # really'",
  'D="first\nsecond"',
  "# DATABASE_URL=postgresql://old",
  "MY_DATABASE_URL=x",
  "DATABASE_URL_OLD=",
  "E=",
];

const ODD = [
  "   \t",
  "F: yes",
  "G=`a\nb`",
  'H="never closed',
  "no assignment at all",
  "=nothing",
  "export",
  "export I",
  "J=\xff\xfe\x00\x80 bytes",
  "K=gr\xc3\xbc\xc3\x9fe",
  "\x0b\x0c# space of other kinds",
  'L="a \\" b"',
  "\xef\xbb\xbf not at the start",
];

/** «» stands for the value with the quotes that it gets by itself, VALUE for the bare one. */
const EMPTY = [
  ["NAME=", "NAME=«»"],
  ["  export NAME=", "  export NAME=«»"],
  ["NAME=''", "NAME='VALUE'"],
  ['NAME="" # filled by a tool', 'NAME="VALUE" # filled by a tool'],
  ["NAME= # nothing", "NAME=«» # nothing"],
  ["NAME =", "NAME =«»"],
];

const ODD_EMPTY = [...EMPTY, ["NAME:", "NAME: «»"]];

/** Numbers that are the same at every run. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  of<T>(choices: readonly T[]): T {
    const chosen = choices[this.below(choices.length)];
    if (chosen === undefined) {
      throw new Error("there is nothing to choose from");
    }
    return chosen;
  }
}
