import fs from "node:fs";
import pg from "pg";
import { expect, inject, test, vi } from "vitest";
import { Project } from "./project.ts";

const PORT = ["--host", "127.0.0.1", "--port", "0"];
const SEED = { referrer: "tests", seed: { type: "sql-script", path: "db/seed.sql" } };
const SQL = `
-- Notes with all that a script may hold.
CREATE TABLE note (id int GENERATED ALWAYS AS IDENTITY, text text NOT NULL);
CREATE FUNCTION shout(given text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN upper(given) || '; done';
END $$;
INSERT INTO note (text) VALUES ('it''s here; really'), (shout('grün 🐘'));
`;

function seeded(sql: string): Project {
  const project = new Project(SEED);
  project.write("db/seed.sql", sql);
  return project;
}

function variable(project: Project, key: string): string {
  return new RegExp(`^${key}="?(.*?)"?$`, "m").exec(project.read())?.[1] ?? "";
}

async function query(project: Project, sql: string): Promise<unknown[]> {
  const client = new pg.Client(variable(project, "DATABASE_URL").replace("=require&", "=verify-full&"));
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

test("from nothing to a page that shows rows", async () => {
  const project = seeded(SQL);
  const command = project.command(inject("sandbox"), PORT);
  const address = await command.address();
  const page = await fetch(new URL("/notes", address));
  expect(await page.json()).toEqual(["it's here; really", "GRÜN 🐘; done"]);
  expect(project.files()).toEqual([".env", "db"]);
  const claim = await fetch(variable(project, "VITE_POSTGRES_CLAIM_URL"));
  expect(claim.status).toBe(200);
  expect(command.output).toContain("[plinth] The seed has run");
  expect(command.output).not.toContain("postgresql://");
});

test("both strings lead to the seeded database, also for a program that embeds Vite", async () => {
  const project = seeded(SQL);
  await project.serve(inject("sandbox"));
  expect(variable(project, "DATABASE_URL_DIRECT")).toBe(variable(project, "DATABASE_URL"));
  expect(await query(project, "SELECT count(*)::int FROM note")).toEqual([2]);
  await project.serve(inject("sandbox"));
  expect(await query(project, "SELECT count(*)::int FROM note")).toEqual([2]);
});

test("servers that start at once share one database, seeded once", async () => {
  const project = seeded(SQL);
  const commands = [1, 2].map(() => project.command(inject("sandbox"), PORT));
  await Promise.all(commands.map((it) => it.address()));
  expect(await query(project, "SELECT count(*)::int FROM note")).toEqual([2]);
});

interface SeedError {
  readonly name: string;
  /** What is there before the seed that fails. */
  readonly before: string;
  readonly sql: string;
  readonly hint: string;
  readonly logicalReplication?: boolean;
}

/** Seeds from the window and the command line are tested with the same table. */
const SEED_ERRORS: readonly SeedError[] = JSON.parse(
  fs.readFileSync(new URL("../../../crates/pgclient/tests/seed-errors.json", import.meta.url), "utf8"),
);

// The plugin makes no database with logical replication.
test.for(SEED_ERRORS.filter(({ logicalReplication }) => logicalReplication !== true))(
  "the error of a seed with $name has a way out",
  async ({ before, sql, hint }) => {
    const project = seeded(before === "" ? sql : `${before}\nCOMMIT;\n${sql}`);
    await project.serve(inject("sandbox"));
    expect(project.said.at(-1)).toContain(`${hint} Correct it and run it yourself`);
  },
);

test.for([
  [
    "a table that is missing",
    "CREATE TABLE note ();\n\nSELECT 'ü',\n  * FROM gone;\n",
    'line 4: relation "gone" does not exist.',
  ],
  ["a syntax error", "CREATE TABLE note ();\nCREAT TABLE b ();", 'line 2: syntax error at or near "CREAT".'],
  [
    "a duplicate",
    "CREATE TABLE note (a int UNIQUE);\nINSERT INTO note VALUES (1), (1);",
    "duplicate key value",
  ],
  ["VACUUM", "CREATE TABLE note ();\nVACUUM note;", "That statement cannot run together with others."],
  [
    "COPY from stdin",
    "CREATE TABLE note (a int);\nCOPY note FROM stdin;\n",
    "COPY … FROM stdin is for psql.",
  ],
  [
    "a statement that takes too long",
    "CREATE TABLE note ();\nSET statement_timeout = 50;\nSELECT pg_sleep(60);\n",
    "The server stopped a statement, such as for its statement_timeout.",
  ],
] as const)(
  "a seed with %s: the string is kept, none of the SQL, and the server starts",
  async ([, sql, said]) => {
    const project = seeded(sql);
    await project.serve(inject("sandbox"));
    const last = project.said.at(-1) ?? "";
    expect(last).toContain(
      `error: The database was created and written, but its seed ${project.path("db/seed.sql")} failed: `,
    );
    expect(last).toContain(said);
    expect(last).toContain("run it yourself with DATABASE_URL_DIRECT");
    expect(project.said.join("\n")).toContain("Claim it to keep it: http://127.0.0.1:");
    expect(await query(project, "SELECT to_regclass('note')")).toEqual([null]);
  },
);

test("a server that its certificate does not prove gets no password", async () => {
  const project = new Project();
  await project.serve(inject("sandbox"));
  const string = variable(project, "DATABASE_URL");
  const { runScript } = await import("../src/seed.ts");
  await expect(runScript("SELECT 1", string)).resolves.toBeUndefined();
  const elsewhere = string.replace(/&sslrootcert=.*/, "");
  await expect(runScript("SELECT 1", elsewhere)).rejects.toThrow(/certificate/);
  fs.writeFileSync(project.path("none.pem"), "");
  await expect(
    runScript("SELECT 1", string.replace(/(sslrootcert=).*/, `$1${project.path("gone.pem")}`)),
  ).rejects.toThrow("of the database's server cannot be read (ENOENT)");
  const asAddress = string.replace("@localhost:", "@127.0.0.2:");
  await expect(runScript("SELECT 1", asAddress)).rejects.toThrow();
});

test("a server that does not answer the client's goodbye is not waited for", async () => {
  const project = new Project();
  await project.serve(inject("sandbox"));
  const { runScript } = await import("../src/seed.ts");
  const goodbye = vi.spyOn(pg.Client.prototype, "end").mockImplementation(() => new Promise(() => {}));
  await expect(runScript("SELECT 1", variable(project, "DATABASE_URL"), 10)).resolves.toBeUndefined();
  expect(goodbye).toHaveBeenCalledOnce();
});
