import fs from "node:fs";
import { expect, test, vi } from "vitest";
import { Project } from "./project.ts";
import { lines, service } from "./service.ts";

const OPTIONS = { referrer: "tests" };

test("the first start creates a database and writes its lines, the second does nothing", async () => {
  const { url, requests } = await service();
  const project = new Project(OPTIONS);
  await project.serve(url);
  expect(requests).toEqual([{ method: "POST", url: "/api/v1/database", body: '{"ref":"tests"}' }]);
  expect(project.read()).toBe(`${lines(1).join("\n")}\n`);
  expect(project.files()).toEqual([".env"]);
  expect(fs.statSync(project.path(".env")).mode & 0o777).toBe(0o600);
  expect(project.said.join("\n")).toContain(
    "It expires at 2030-01-04T00:00:00Z. Claim it to keep it: https://instant.example.com/claim/1",
  );

  await project.serve(url);
  expect(project.said).toEqual([]);
  expect(requests).toHaveLength(1);
});

test("the page sees the public variable at the first start", async () => {
  const { url } = await service();
  const project = new Project(OPTIONS);
  const server = await project.serve(url);
  const page = await server.transformRequest("/src/main.js");
  expect(page?.code).toContain("https://instant.example.com/claim/1");
  expect(page?.code).not.toContain("s3cret");
});

test("each option changes what it names", async () => {
  const { url, requests } = await service();
  const project = new Project({
    referrer: "a template",
    dotEnvFile: "config/dev.env",
    dotEnvKey: "PG_URL",
    envPrefix: "APP_",
  });
  project.write("config/dev.env", "A=1\n");
  await project.serve(url);
  expect(requests.map((it) => it.body)).toEqual(['{"ref":"a template"}']);
  expect(project.read("config/dev.env")).toBe(
    `A=1\n\n${lines(1, { key: "PG_URL", prefix: "APP_" }).join("\n")}\n`,
  );
  expect(project.files()).toEqual(["config"]);
});

test("env file and prefix follow Vite's own settings", async () => {
  const { url } = await service();
  const project = new Project(OPTIONS, { envDir: "env", envPrefix: ["PUBLIC_", "VITE_"] });
  fs.mkdirSync(project.path("env"));
  await project.serve(url);
  expect(project.read("env/.env")).toBe(`${lines(1, { prefix: "PUBLIC_" }).join("\n")}\n`);
});

test.for([
  ["the env file", { ".env": "DATABASE_URL=postgresql://a/b\n" }],
  ["the env file, exported", { ".env": "export DATABASE_URL=x" }],
  ["the env file, quoted", { ".env": "\ufeffDATABASE_URL: 'x'\r\n" }],
  ["the env file, on several lines", { ".env": 'A=1\nDATABASE_URL="x\ny"\n' }],
  ["another env file of Vite's", { ".env": "A=1\n", ".env.local": "DATABASE_URL=x\n" }],
  ["the env file of the mode", { ".env.development": "DATABASE_URL=x\n" }],
] as const)("nothing happens where the variable is in %s", async ([, files]) => {
  const { url, requests } = await service();
  const project = new Project(OPTIONS);
  for (const [name, text] of Object.entries(files)) {
    project.write(name, text);
  }
  await project.serve(url);
  expect(requests).toEqual([]);
  expect(project.said).toEqual([]);
  expect(project.files()).toEqual(Object.keys(files).sort());
  for (const [name, text] of Object.entries(files)) {
    expect(project.read(name)).toBe(text);
  }
});

test("nothing happens where the variable is in the environment", async () => {
  const { url, requests } = await service();
  const project = new Project(OPTIONS);
  vi.stubEnv("DATABASE_URL", "postgresql://a/b");
  await project.serve(url);
  expect([requests, project.files(), project.said]).toEqual([[], [], []]);
});

test.for([
  [
    "a commented-out line",
    "# DATABASE_URL=x\n#DATABASE_URL=y\n",
    (it: string) => `# DATABASE_URL=x\n#DATABASE_URL=y\n\n${it}\n`,
  ],
  [
    "another name",
    "MY_DATABASE_URL=x\nDATABASE_URL_OLD=y\n",
    (it: string) => `MY_DATABASE_URL=x\nDATABASE_URL_OLD=y\n\n${it}\n`,
  ],
  ["no line ending at its end", "A=1", (it: string) => `A=1\n\n${it}\n`],
  ["a blank line at its end", "A=1\n\n", (it: string) => `A=1\n\n${it}\n`],
  ["CRLF", "A=1\r\nB=2\r\n", (it: string) => `A=1\r\nB=2\r\n\r\n${it.replaceAll("\n", "\r\n")}\r\n`],
  ["a byte order mark", "\ufeffA=1\n", (it: string) => `\ufeffA=1\n\n${it}\n`],
] as const)("a file with %s keeps its bytes", async ([, text, expected]) => {
  const { url } = await service();
  const project = new Project(OPTIONS);
  project.write(".env", text);
  await project.serve(url);
  expect(project.read()).toBe(expected(lines(1).join("\n")));
});

test("an empty variable is filled in place", async () => {
  const { url } = await service();
  const project = new Project(OPTIONS);
  project.write(".env", "A=1\n  export DATABASE_URL='' # of the app\nB=2\n");
  await project.serve(url);
  const [expiry, link, pooled, direct, claim] = lines(1);
  const value = pooled?.replace("DATABASE_URL=", "").replaceAll('"', "'");
  expect(project.read()).toBe(
    `A=1\n${expiry}\n${link}\n  export DATABASE_URL=${value} # of the app\n${direct}\n${claim}\nB=2\n`,
  );
});

test("comments of an earlier database are replaced", async () => {
  const { url } = await service();
  const project = new Project(OPTIONS);
  const old = ["# Temporary database, expires at 2029-01-01T00:00:00Z", "# Claim it to keep it: https://x/1"];
  project.write(".env", [...old, "DATABASE_URL=", "A=1", ""].join("\n"));
  await project.serve(url);
  expect(project.read()).toBe([...lines(1), "A=1", ""].join("\n"));
});

test("mode and owner of the file stay, and a link stays a link", async () => {
  const { url } = await service();
  const project = new Project(OPTIONS);
  project.write("shared/real.env", "A=1\n");
  fs.chmodSync(project.path("shared/real.env"), 0o640);
  fs.symlinkSync("shared/real.env", project.path(".env"));
  await project.serve(url);
  expect(fs.readlinkSync(project.path(".env"))).toBe("shared/real.env");
  expect(fs.statSync(project.path("shared/real.env")).mode & 0o777).toBe(0o640);
  expect(project.read("shared/real.env")).toBe(`A=1\n\n${lines(1).join("\n")}\n`);
  expect(fs.readdirSync(project.path("shared"))).toEqual(["real.env"]);
});

test("a restart of the server creates nothing more, whatever becomes of the file", async () => {
  const { url, requests } = await service();
  const project = new Project(OPTIONS);
  const server = await project.serve(url);
  fs.rmSync(project.path(".env"));
  await server.restart();
  expect([requests.length, project.files()]).toEqual([1, []]);
});

test("two servers of one process create one database", async () => {
  const { url, requests } = await service();
  const project = new Project(OPTIONS);
  await Promise.all([project.serve(url), project.serve(url)]);
  expect(requests).toHaveLength(1);
  expect(project.read()).toBe(`${lines(1).join("\n")}\n`);
});

test.for([
  [{}, "`referrer` must be a non-empty string"],
  [{ referrer: " " }, "`referrer` must be a non-empty string"],
  [{ ...OPTIONS, dotEnvKey: "A-B" }, "`dotEnvKey` must be letters, digits and underscores"],
  [{ ...OPTIONS, dotEnvFile: "" }, "`dotEnvFile` must be a non-empty string"],
  [{ ...OPTIONS, envPrefix: "1" }, "`envPrefix` must be letters, digits and underscores"],
  [
    { ...OPTIONS, dotEnvKey: "APP_POSTGRES_CLAIM_URL", envPrefix: "APP_" },
    "would give two values the name APP_POSTGRES_CLAIM_URL",
  ],
  [{ ...OPTIONS, seed: "x.sql" }, '`seed` must be { type: "sql-script"'],
  [{ ...OPTIONS, seed: { type: "sql", path: "x" } }, '`seed.type` must be "sql-script"'],
  [{ ...OPTIONS, seed: { type: "sql-script" } }, "`seed.path` must be a non-empty string"],
  [
    { ...OPTIONS, env: ".env" },
    "`env` is not an option. Options: referrer, dotEnvFile, dotEnvKey, envPrefix, seed",
  ],
] as const)("a wrong option ends the start: %j", async ([options, message]) => {
  const { url, requests } = await service();
  const project = new Project(options);
  await expect(project.serve(url)).rejects.toThrow(message);
  expect([requests, project.files()]).toEqual([[], []]);
});

test.for([
  [{ dotEnvKey: "VITE_DATABASE_URL" }, undefined, "VITE_DATABASE_URL", "VITE_"],
  [{ dotEnvKey: "VITE_DATABASE_URL", envPrefix: "APP_" }, undefined, "VITE_DATABASE_URL", "VITE_"],
  [{}, ["VITE_", "DATABASE_"], "DATABASE_URL", "DATABASE_"],
  [{}, "DATABASE_URL_", "DATABASE_URL_DIRECT", "DATABASE_URL_"],
] as const)(
  "no connection string gets a name that is public in the page: %j with the prefix %j",
  async ([options, envPrefix, name, prefix]) => {
    const { url, requests } = await service();
    const project = new Project({ ...OPTIONS, ...options }, { envPrefix });
    await expect(project.serve(url)).rejects.toThrow(
      `the option \`dotEnvKey\` gives a connection string the name ${name}, which Vite puts into the page because it starts with ${prefix}`,
    );
    expect([requests, project.files()]).toEqual([[], []]);
  },
);

test("a prefix that another plugin adds makes no connection string public", async () => {
  const { url } = await service();
  const project = new Project(OPTIONS);
  const other = { name: "other", config: () => ({ envPrefix: ["DATABASE_"] }) };
  await expect(project.serve(url, { plugins: [other] })).rejects.toThrow(
    "the name DATABASE_URL, which Vite puts into the page because it starts with DATABASE_",
  );
});
