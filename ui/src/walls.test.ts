import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const ROOT = import.meta.dirname;

interface Source {
  path: string;
  tree: ts.SourceFile;
}

const sources: Source[] = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
  .map((path) => ({
    path,
    tree: ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true),
  }));

const isTest = (path: string) => path.includes(".test.") || path.startsWith("test/");
const isGenerated = (path: string) => path.endsWith("generated.ts");
const product = sources.filter(({ path }) => !isTest(path));

/** Which folders a folder may import from, besides itself. The files at the top compose everything. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  ipc: [],
  data: ["ipc", "time"],
  kit: ["time"],
  features: ["data", "ipc", "kit", "time"],
  shell: ["features", "data", "ipc", "kit", "time"],
  gallery: ["kit", "shell", "styles", "time"],
  styles: [],
  time: [],
};

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/** What a file imports: packages by name, files of ours by their path below src. */
function imports({ path, tree }: Source): string[] {
  const found: string[] = [];
  visit(tree, (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const { moduleSpecifier } = node;
      if (ts.isStringLiteral(moduleSpecifier)) found.push(resolve(path, moduleSpecifier.text));
    }
  });
  return found;
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return specifier;
  return relative(ROOT, join(ROOT, from, "..", specifier)).replaceAll("\\", "/");
}

/** Where the predicate holds, as "path:line". */
function where(list: readonly Source[], wrong: (node: ts.Node, source: Source) => boolean): string[] {
  return list.flatMap((source) => {
    const lines: string[] = [];
    visit(source.tree, (node) => {
      if (!wrong(node, source)) return;
      const { line } = source.tree.getLineAndCharacterOfPosition(node.getStart());
      lines.push(`${source.path}:${line + 1}`);
    });
    return lines;
  });
}

describe("walls", () => {
  test("each folder imports only from those below it", () => {
    const crossings = product.flatMap((source) => {
      const [folder = ""] = source.path.split("/");
      const allowed = MAY_IMPORT[folder];
      if (!allowed) return [];
      return imports(source)
        .filter((target) => {
          const [other = ""] = target.split("/");
          const ours = other in MAY_IMPORT || ["App", "routes", "main"].includes(other);
          return ours && other !== folder && !allowed.includes(other);
        })
        .map((target) => `${source.path} imports ${target}`);
    });
    expect(crossings).toEqual([]);
  });

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

  test("only ipc names the host", () => {
    const crossings = product
      .filter(({ path }) => !path.startsWith("ipc/"))
      .flatMap((source) =>
        imports(source)
          .filter((target) => target.startsWith("@tauri-apps/"))
          .map(() => source.path),
      );
    expect(crossings).toEqual([]);
  });

  test("the product never imports the gallery or test helpers", () => {
    const crossings = product
      .filter(({ path }) => !path.startsWith("gallery/"))
      .flatMap((source) =>
        imports(source)
          .filter((target) => /^(gallery|test)\//.test(target))
          .map(() => source.path),
      );
    expect(crossings).toEqual([]);
  });
});

describe("house rules", () => {
  test("a class that every screen can use begins with ui-", () => {
    const css = readFileSync(join(ROOT, "styles/shared.css"), "utf8");
    expect(css.match(/^\.(?!ui-).*/gm)).toBeNull();
  });

  const written = sources.filter(({ path }) => !isGenerated(path));

  test("no type is asserted outside ipc", () => {
    const asserted = where(
      written.filter(({ path }) => !path.startsWith("ipc/")),
      (node) =>
        (ts.isAsExpression(node) && node.type.getText() !== "const") || ts.isTypeAssertionExpression(node),
    );
    expect(asserted).toEqual([]);
  });

  test("no effect fetches, calls a command or writes the query cache", () => {
    const effects = where(product, (node) => {
      if (!ts.isCallExpression(node) || !/^use(Layout)?Effect$/.test(node.expression.getText())) return false;
      const [body] = node.arguments;
      return (
        body !== undefined &&
        /\b(fetch|invoke|call\.(?!appPainted)\w+|commands\.\w+|setQueryData|invalidateQueries)\s*\(/.test(
          body.getText(),
        )
      );
    });
    expect(effects).toEqual([]);
  });

  test("no file is longer than 400 lines, no component file than 250", () => {
    const long = product
      .filter(({ path }) => !isGenerated(path))
      .filter(({ path, tree }) => tree.getLineStarts().length > (path.endsWith(".tsx") ? 250 : 400))
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });

  test("no function is longer than 80 lines; most are under 60", () => {
    const long = where(
      product.filter(({ path }) => !isGenerated(path)),
      (node, { tree }) => {
        if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return false;
        const first = tree.getLineAndCharacterOfPosition(node.getStart()).line;
        return tree.getLineAndCharacterOfPosition(node.getEnd()).line - first >= 80;
      },
    );
    expect(long).toEqual([]);
  });
});
