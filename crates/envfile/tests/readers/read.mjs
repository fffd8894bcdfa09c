// Reads each case of cases.json with the programs that read env files, and writes what they read to readings.json and to
// the table of docs/env-files.md. It needs the packages of this folder and of plugins/vite, Python, dash and bash:
//   npm ci && python3 -m pip install --require-hashes --target python -r requirements.txt && node read.mjs
import { execFile, execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(HERE, "../../../..");
const VARIABLE = "DATABASE_URL";
const NEXT_ENV = createRequire(import.meta.url).resolve("@next/env");
const VITE = path.join(ROOT, "plugins/vite/node_modules/vite");
const DOTENV = createRequire(import.meta.url).resolve("dotenv");
const EXPAND = createRequire(import.meta.url).resolve("dotenv-expand");

const PRINT = `console.log(JSON.stringify(value ?? null))`;
const SHELL = `set -a; . ./.env 2>/dev/null </dev/null; exec "$NODE" -p 'JSON.stringify(process.env.${VARIABLE} ?? null)'`;

/** The command of each reader, which prints the value as JSON in a folder with the env files. */
const READERS = {
  dotenv: node(`const value = require(${JSON.stringify(DOTENV)}).config({ quiet: true }).parsed?.${VARIABLE};`),
  "dotenv-expand": node(
    `const own = {}; const read = require(${JSON.stringify(DOTENV)}).config({ quiet: true, processEnv: {} });` +
      `const value = require(${JSON.stringify(EXPAND)}).expand({ ...read, processEnv: own }).parsed?.${VARIABLE};`,
  ),
  vite: [
    process.execPath,
    "--input-type=module",
    "-e",
    `import { loadEnv } from ${JSON.stringify(path.join(VITE, "dist/node/index.js"))};` +
      `const value = loadEnv("development", process.cwd(), "").${VARIABLE}; ${PRINT}`,
  ],
  next: node(
    `const log = { info() {}, error() {} };` +
      `const value = require(${JSON.stringify(NEXT_ENV)}).loadEnvConfig(process.cwd(), true, log).combinedEnv.${VARIABLE};`,
  ),
  node: [process.execPath, "--env-file=.env", "-e", `const value = process.env.${VARIABLE}; ${PRINT}`],
  "python-dotenv": [
    "python3",
    "-c",
    `import json, dotenv; print(json.dumps(dotenv.dotenv_values(".env").get("${VARIABLE}")))`,
  ],
  dash: ["dash", "-c", SHELL],
  bash: ["bash", "-c", SHELL],
};

function node(code) {
  return [process.execPath, "-e", `${code} ${PRINT}`];
}

/** The value that a reader reads; null where it reads none or ends with an error. */
async function read(reader, folder) {
  const [program, ...args] = READERS[reader];
  const env = {
    PATH: process.env.PATH,
    HOME: "/home/me",
    LANG: "C.UTF-8",
    NODE: process.execPath,
    PYTHONPATH: path.join(HERE, "python"),
  };
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env, timeout: 30_000 });
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

async function readCase({ name, files }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "readers-"));
  for (const [file, text] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, file), text);
  }
  if (files[".env"] === undefined) {
    fs.writeFileSync(path.join(folder, ".env"), "");
  }
  const readers = Object.keys(READERS);
  const found = await Promise.all(readers.map((reader) => read(reader, folder)));
  const values = Object.fromEntries(readers.map((reader, index) => [reader, found[index]]));
  fs.rmSync(folder, { recursive: true });
  return { name, values };
}

function versions() {
  const of = (file) => JSON.parse(fs.readFileSync(file, "utf8")).version;
  const module = (name) => of(path.join(HERE, "node_modules", name, "package.json"));
  const run = (program, ...args) => execFileSync(program, args, { encoding: "utf8" }).trim();
  const python = fs.readFileSync(path.join(HERE, "requirements.txt"), "utf8").match(/^python-dotenv==(\S+)/m)[1];
  return {
    dotenv: module("dotenv"),
    "dotenv-expand": module("dotenv-expand"),
    vite: of(path.join(VITE, "package.json")),
    next: module("@next/env"),
    node: process.versions.node,
    "python-dotenv": python,
    dash: run("dpkg-query", "--show", "--showformat=${Version}", "dash"),
    bash: run("bash", "-c", "echo ${BASH_VERSION%%(*}"),
  };
}

/** A row per case: whether the value is passed on, and each different value with its readers. */
function table(cases, readings) {
  const rows = cases.map(({ name, files, passed, because }, index) => {
    const { values } = readings[index];
    const groups = new Map();
    for (const [reader, value] of Object.entries(values)) {
      groups.set(value, [...(groups.get(value) ?? []), reader]);
    }
    const shown = (value) => (value === null ? "nothing" : value === "" ? "an empty value" : code(value));
    const read = [...groups].map(([value, readers]) => {
      const by = groups.size === 1 ? "all" : readers.join(", ");
      return `${by}: ${shown(value)}`;
    });
    const text = Object.entries(files).map(([file, content]) => (file === ".env" ? code(content) : `${file}: ${code(content)}`));
    const why = because === undefined ? "" : ` ${because}`;
    return `| ${name.replaceAll("|", "\\|")} | ${text.join("<br>")} | ${passed ? "yes" : "no"}${why} | ${read.join("<br>")} |`;
  });
  return ["| case | file | passed on | read as |", "|---|---|---|---|", ...rows].join("\n");
}

/** Code in a cell of a table, with line endings and other characters that do not show as in JSON. */
function code(text) {
  const shown = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("\\\\", "\\")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("|", "&#124;")
    .replaceAll("\u00a0", "\\u00a0")
    .replaceAll("\ufeff", "\\ufeff");
  return `<code>${shown}</code>`;
}

const cases = JSON.parse(fs.readFileSync(path.join(HERE, "cases.json"), "utf8"));
const readings = [];
for (const one of cases) {
  readings.push(await readCase(one));
}
const rows = readings.map((one) => JSON.stringify(one)).join(",\n");
const about = JSON.stringify("Written by read.mjs.");
fs.writeFileSync(
  path.join(HERE, "readings.json"),
  `{"about":${about},\n"versions":${JSON.stringify(versions())},\n"readings":[\n${rows}\n]}\n`,
);
const document = path.join(ROOT, "docs/env-files.md");
if (fs.existsSync(document)) {
  const [begin, end] = ["<!-- readers -->\n", "\n<!-- /readers -->"];
  const text = fs.readFileSync(document, "utf8");
  const head = text.slice(0, text.indexOf(begin) + begin.length);
  fs.writeFileSync(document, head + table(cases, readings) + text.slice(text.indexOf(end)));
}
