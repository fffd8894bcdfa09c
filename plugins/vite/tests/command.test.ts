import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { Command, Project } from "./project.ts";
import { created, lines, service, unused } from "./service.ts";

const PORT = ["--host", "127.0.0.1", "--port", "0"];

test("`vite` creates a database at its first start, and serves", async () => {
  const { url, requests } = await service();
  const project = new Project();
  const first = project.command(url, PORT);
  const page = await fetch(await first.address());
  expect([page.status, requests.length, project.files()]).toEqual([200, 1, [".env"]]);
  expect(project.read()).toBe(`${lines(1).join("\n")}\n`);
  expect(first.output).toMatch(/\[plinth\] Creating a temporary database at 127\.0\.0\.1:\d+\n/);
  expect(first.output).toContain(
    "[plinth] Wrote DATABASE_URL, DATABASE_URL_DIRECT and VITE_POSTGRES_CLAIM_URL to ",
  );
  expect(first.output).not.toContain("s3cret");
  await first.stop();

  const second = project.command(url, PORT);
  await second.address();
  expect(second.output).not.toContain("[plinth]");
  expect(requests).toHaveLength(1);
});

test("`vite` serves also where no database could be created", async () => {
  const project = new Project();
  const command = project.command(await unused(), PORT);
  expect((await fetch(await command.address())).status).toBe(200);
  expect(command.output).toMatch(/\[plinth\] No database was created: 127\.0\.0\.1:\d+ cannot be reached/);
});

test("`vite` ends with an error where an option is wrong", async () => {
  const { url } = await service();
  const command = new Project({}).command(url, PORT);
  expect(await command.ended()).toBe(1);
  expect(command.output).toContain("vite-plugin-plinth: the option `referrer` must be a non-empty string");
});

test("servers that start at once create one database", async () => {
  const { url, requests } = await service(
    (response, number) => void setTimeout(created, 500, response, number),
  );
  const project = new Project();
  project.write(".env", "A=1\n");
  const commands = [1, 2, 3].map(() => project.command(url, PORT));
  await Promise.all(commands.map((it) => it.address()));
  expect(requests).toHaveLength(1);
  expect(project.read()).toBe(`A=1\n\n${lines(1).join("\n")}\n`);
  expect(project.files()).toEqual([".env"]);
});

test("the next start takes over from one that was killed, and removes what it left", async () => {
  const { url, requests } = await service((response, number) =>
    number === 1 ? undefined : created(response, number),
  );
  const project = new Project();
  project.write(".env", "A=1\n");
  const killed = project.command(url, PORT);
  await killed.until(() => requests.length === 1);
  await killed.stop("SIGKILL");
  expect(project.files().map((name) => name.replace(/tmp-.*/, "tmp"))).toEqual([
    ".env",
    ".env.plinth-vite-lock",
    ".env.plinth-vite-tmp",
  ]);
  expect(project.read()).toBe("A=1\n");

  await project.command(url, PORT).address();
  expect(project.read()).toBe(`A=1\n\n${lines(2).join("\n")}\n`);
  expect(project.files()).toEqual([".env"]);
});

test("a server that waits takes over from one that is killed", async () => {
  const { url, requests } = await service((response, number) =>
    number === 1 ? undefined : created(response, number),
  );
  const project = new Project();
  const killed = project.command(url, PORT);
  await killed.until(() => requests.length === 1);
  const waiting = [1, 2].map(() => project.command(url, PORT));
  await Promise.all(
    waiting.map((it) => it.until(() => it.output.includes("Waiting for another development"))),
  );
  await killed.stop("SIGKILL");
  await Promise.all(waiting.map((it) => it.address()));
  expect([requests.length, project.read(), project.files()]).toEqual([
    2,
    `${lines(2).join("\n")}\n`,
    [".env"],
  ]);
});

/** The files of a build, by name. */
function built(project: Project): Record<string, string> {
  const names = fs.readdirSync(project.path("dist"), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => fs.statSync(project.path(path.join("dist", name))).isFile());
  return Object.fromEntries(files.sort().map((name) => [name, project.read(path.join("dist", name))]));
}

test.for([
  ["vite build", ["build"], {}],
  ["vite build --mode development", ["build", "--mode", "development"], {}],
  ["vite build with a wrong option", ["build"], { referrer: "" }],
] as const)("`%s` does nothing, and builds what it builds without the plugin", async ([, args, options]) => {
  const { url, requests } = await service();
  const seed = { type: "sql-script", path: "gone.sql" };
  const project = new Project({ referrer: "tests", seed, ...options });
  project.write(".env", "VITE_A=1\n");
  const before = fs.statSync(project.path(".env"));
  const command = project.command(url, [...args]);
  expect([await command.ended(), command.output]).toEqual([0, expect.not.stringContaining("plinth")]);
  const after = fs.statSync(project.path(".env"));
  expect([after.mtimeMs, after.ino, project.read()]).toEqual([before.mtimeMs, before.ino, "VITE_A=1\n"]);
  expect([requests, project.files()]).toEqual([[], [".env", "dist"]]);
  const withPlugin = built(project);

  const config = project.read("vite.config.js");
  project.write("vite.config.js", config.replace("temporaryDatabase(options), ", ""));
  fs.rmSync(project.path("dist"), { recursive: true });
  expect(await project.command(url, [...args]).ended()).toBe(0);
  expect(withPlugin).toEqual(built(project));
});

test.for([
  ["vite preview", ["preview", ...PORT], {}],
  ["vite --mode production", ["--mode", "production", ...PORT], {}],
  ["vite with NODE_ENV=production", PORT, { NODE_ENV: "production" }],
] as const)("`%s` does nothing", async ([, args, env]) => {
  const { url, requests } = await service();
  const project = new Project();
  project.write("dist/index.html", "built");
  const command = project.command(url, [...args], env);
  await command.address();
  expect([requests, project.files(), command.output]).toEqual([
    [],
    ["dist"],
    expect.not.stringContaining("plinth"),
  ]);
});

test("a run of Vitest does nothing", async () => {
  const { url, requests } = await service();
  const project = new Project();
  project.write("src/one.test.js", 'import { test } from "vitest";\ntest("one", () => {});\n');
  const vitest = path.dirname(createRequire(import.meta.url).resolve("vitest/package.json"));
  fs.symlinkSync(vitest, project.path("node_modules/vitest"));
  const { VITEST: _, VITEST_MODE: __, VITEST_WORKER_ID: ___, ...env } = process.env;
  const command = new Command(
    spawn(process.execPath, [path.join(vitest, "vitest.mjs"), "run"], {
      cwd: project.folder,
      env: { ...env, PLINTH_INSTANT_URL: url },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  expect([await command.ended(), command.output]).toEqual([0, expect.stringContaining("1 passed")]);
  expect([requests, project.files()]).toEqual([[], []]);
});
