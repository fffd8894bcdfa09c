/** What Biome has no rule for. Who may import whom, and how long a function may be, stands in biome.json. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";

const ROOT = import.meta.dirname;

interface Source {
  path: string;
  text: string;
}

const sources: Source[] = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts") && !path.endsWith("generated.ts"))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

const product = sources.filter(({ path }) => !path.includes(".test.") && !path.startsWith("test/"));

/** What a file imports: packages by name, files of ours by their path below src. */
function imports({ path, text }: Source): string[] {
  const { staticImports, staticExports } = parseSync(path, text).module;
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
  ];
  return requests.flatMap((request) => (request ? [resolve(path, request.value)] : []));
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return specifier;
  return relative(ROOT, join(ROOT, from, "..", specifier)).replaceAll("\\", "/");
}

const line = ({ path, text }: Source, offset: number) =>
  `${path}:${text.slice(0, offset).split("\n").length}`;

test("folders form levels: none imports itself through others", () => {
  const unitOf = (path: string) =>
    path
      .replace(/\.tsx?$/, "")
      .split("/", path.startsWith("features/") ? 2 : 1)
      .join("/");
  const below = new Map<string, string[]>();
  for (const source of product) {
    const unit = unitOf(source.path);
    const others = imports(source).map(unitOf);
    below.set(unit, [...(below.get(unit) ?? []), ...others.filter((other) => other !== unit)]);
  }
  expect(below.get("features/keys")).toContain("kit");
  const importsAny = (unit: string, units: readonly string[]) =>
    units.some((other) => below.get(unit)?.includes(other));
  let left = [...below.keys()];
  let before: readonly string[] = [];
  while (left.length !== before.length) {
    before = left;
    left = left.filter(
      (unit) => importsAny(unit, before) && before.some((other) => importsAny(other, [unit])),
    );
  }
  expect(left).toEqual([]);
});

test("no type is asserted outside ipc", () => {
  const asserted: string[] = [];
  for (const source of sources.filter(({ path }) => !path.startsWith("ipc/"))) {
    const note = (node: { start: number }) => asserted.push(line(source, node.start));
    const visitor = new Visitor({
      TSAsExpression(node) {
        const { start, end } = node.typeAnnotation;
        if (source.text.slice(start, end) !== "const") note(node);
      },
      TSTypeAssertion: note,
    });
    visitor.visit(parseSync(source.path, source.text).program);
  }
  expect(asserted).toEqual([]);
});

test("no effect fetches, calls a command or writes the query cache", () => {
  const effects: string[] = [];
  let seen = 0;
  for (const source of product) {
    const visitor = new Visitor({
      CallExpression({ callee, arguments: [body], start }) {
        if (!/^use(Layout)?Effect$/.test(source.text.slice(callee.start, callee.end)) || !body) return;
        seen += 1;
        const does = /\b(fetch|invoke|setQueryData|invalidateQueries)\s*\(|\bcall\((?!\{ kind: "appPainted")/;
        if (does.test(source.text.slice(body.start, body.end))) effects.push(line(source, start));
      },
    });
    visitor.visit(parseSync(source.path, source.text).program);
  }
  expect(seen).toBeGreaterThan(20);
  expect(effects).toEqual([]);
});

/** Attributes and properties whose value a person reads, or hears from a screen reader, be it one word. */
const READ =
  /^(alt|aria-(description|label|placeholder|roledescription|valuetext)|blocked|cancel|confirm|copied|description|detail|empty|error|failed|group|header|hint|label|note|over|placeholder|reason|submit|summary|term|text|title|titleFor|what|word)$/;

/** Those whose value nobody reads: it is searched, or a rule of looks. */
const UNREAD = /^(className|keywords|style)$/;

/** Two words of a sentence or a label: "Copy link", "was deleted". An address or a selector has none. */
const WORDS = /^\p{Lu}[\p{L}’]+,? \p{L}|(^| )\p{Ll}[\p{L}’]+ \p{Ll}{2,}|^\p{L}+ \p{L}.*[.?…]$/u;
const LETTERS = /\p{L}{2}/u;
const LABEL = /^\P{L}*\p{Lu}[\p{Ll}’]|^ID$/u;
/** A selector, an address, a path, an option. */
const NO_WORDS = /[[\]=]|:\/\/|^\S*\/\S*$|^--/;

/** `read`: be it one word. `property`: be it one word with a capital, as another may name a state or an icon. */
type Kind = "read" | "property" | "unread" | "code";

/** What a file says to a person, but for what it gets from elsewhere. */
function said({ path, text }: Source): string[] {
  const found: string[] = [];
  const within: Kind[] = ["code"];
  const enter = (kind: Kind) => within.push(within.at(-1) === "unread" ? "unread" : kind);
  const leave = () => within.pop();
  const named = ({ start, end }: { start: number; end: number }, kind: Kind) => {
    const name = text.slice(start, end).replaceAll('"', "");
    enter(READ.test(name) ? kind : UNREAD.test(name) ? "unread" : "code");
  };
  const note = (start: number, words: string) => {
    const kind = within.at(-1);
    if (kind === "unread" || NO_WORDS.test(words)) return;
    const isRead =
      WORDS.test(words) ||
      (kind === "read" && LETTERS.test(words)) ||
      (kind === "property" && LABEL.test(words));
    if (isRead) found.push(`${line({ path, text }, start)} ${words.trim()}`);
  };
  const code = () => enter("code");
  const unread = () => enter("unread");
  const visitor = new Visitor({
    Property: ({ key }) => named(key, "property"),
    "Property:exit": leave,
    // An example in an empty field may be a name, shop-prod, and what is meant one of several kinds.
    JSXAttribute: ({ name }) =>
      named(name, /^(placeholder|what)$/.test(text.slice(name.start, name.end)) ? "property" : "read"),
    "JSXAttribute:exit": leave,
    // What stands between tags is read, what is computed there is not.
    JSXElement: ({ openingElement: { name } }) =>
      enter(text.slice(name.start, name.end) === "code" ? "unread" : "read"),
    "JSXElement:exit": leave,
    JSXFragment: () => enter("read"),
    "JSXFragment:exit": leave,
    CallExpression: code,
    "CallExpression:exit": leave,
    BinaryExpression: code,
    "BinaryExpression:exit": leave,
    MemberExpression: code,
    "MemberExpression:exit": leave,
    BlockStatement: code,
    "BlockStatement:exit": leave,
    NewExpression: unread,
    "NewExpression:exit": leave,
    ImportDeclaration: unread,
    "ImportDeclaration:exit": leave,
    TSLiteralType: unread,
    "TSLiteralType:exit": leave,
    JSXText: ({ start, value }) => note(start, value),
    Literal({ start, value }) {
      if (typeof value === "string") note(start, value);
    },
    TemplateLiteral({ start, quasis }) {
      note(start, quasis.map(({ value }) => value.cooked ?? "").join("…"));
    },
  });
  visitor.visit(parseSync(path, text).program);
  return found;
}

test("what a person reads stands in a words.ts", () => {
  const outside = product.filter(
    ({ path }) => !/(^|\/)(w|\w+W)ords\.ts$/.test(path) && !path.startsWith("gallery/"),
  );
  expect(outside.length).toBeGreaterThan(200);
  expect(outside.flatMap(said)).toEqual([]);
});

/** The places in files of words where a text has this pattern. */
function inWords(pattern: RegExp): string[] {
  const found: string[] = [];
  for (const source of product.filter(({ path }) => /(^|\/)(w|\w+W)ords\.ts$/.test(path))) {
    const note = (start: number, words: string) => {
      if (pattern.test(words)) found.push(line(source, start));
    };
    const visitor = new Visitor({
      Literal({ start, value }) {
        if (typeof value === "string") note(start, value);
      },
      TemplateLiteral({ start, quasis }) {
        note(start, quasis.map(({ value }) => value.cooked ?? "").join("x"));
      },
    });
    visitor.visit(parseSync(source.path, source.text).program);
  }
  return found;
}

test("what a person reads has the apostrophe of print", () => {
  expect(inWords(/\p{L}'\p{L}/u)).toEqual([]);
});

test("what a person reads has American spelling", () => {
  const british =
    /(?<=^|[ (])(colour|grey|cancell(ed|ing)|organis|behaviour|licence|centre|recognis|labell)|^(Colour|Grey|Cancell|Organis|Behaviour|Licence)/i;
  expect(inWords(british)).toEqual([]);
});

test("keys are read where an input method may take them first", () => {
  const read = product.filter(({ text }) => /\bevent\.key\b/.test(text)).map(({ path }) => path);
  expect(read).toEqual([]);
});

test("a list or form has one menu to copy as text, JSON included", () => {
  const both = product.filter(({ text }) => /<CopyAsButton\b/.test(text) && /<CopyJson\b/.test(text));
  expect(both.map(({ path }) => path)).toEqual([]);
});

test("no component file is longer than 250 lines", () => {
  const long = product.filter(({ path, text }) => path.endsWith(".tsx") && text.split("\n").length > 250);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test("a class that every screen can use begins with ui-", () => {
  const css = readFileSync(join(ROOT, "styles/shared.css"), "utf8");
  expect(css.match(/^\.(?!ui-).*/gm)).toBeNull();
});

test("the name of a key stays in one line, also where long words break anywhere", () => {
  const css = readFileSync(join(ROOT, "kit/data/KeyHint.module.css"), "utf8");
  const cap = /^\.key \{[^}]*\}/m.exec(css)?.[0];
  expect(cap).toContain("white-space: nowrap");
  expect(cap).toContain("overflow-wrap: normal");
});

test("the font of code is set in one place, without ligatures", () => {
  const setting = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".css"))
    .filter((path) => /--text-code\)|font-variant-ligatures/.test(readFileSync(join(ROOT, path), "utf8")));
  expect(setting.map((path) => path.replaceAll("\\", "/"))).toEqual(["styles/reset.css"]);
});
