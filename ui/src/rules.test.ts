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
        const does =
          /\b(fetch|invoke|call\.(?!appPainted)\w+|commands\.\w+|setQueryData|invalidateQueries)\s*\(/;
        if (does.test(source.text.slice(body.start, body.end))) effects.push(line(source, start));
      },
    });
    visitor.visit(parseSync(source.path, source.text).program);
  }
  expect(seen).toBeGreaterThan(20);
  expect(effects).toEqual([]);
});

test("no component file is longer than 250 lines", () => {
  const long = product.filter(({ path, text }) => path.endsWith(".tsx") && text.split("\n").length > 250);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test("a class that every screen can use begins with ui-", () => {
  const css = readFileSync(join(ROOT, "styles/shared.css"), "utf8");
  expect(css.match(/^\.(?!ui-).*/gm)).toBeNull();
});
