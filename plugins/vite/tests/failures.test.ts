import { spawnSync } from "node:child_process";
import fs from "node:fs";
import promises from "node:fs/promises";
import type http from "node:http";
import os from "node:os";
import { expect, test, vi } from "vitest";
import { createDatabase, serviceAddress } from "../src/instant.ts";
import { Project } from "./project.ts";
import { type Answer, created, json, lines, record, service, unused } from "./service.ts";

const RESTART = "Then restart the development server.";
const UNCLEAR =
  "Nothing was written; such a database expires by itself. Stop the development server and start it again to create another one.";
const ABOUT = "It expires at 2030-01-04T00:00:00Z. Claim it to keep it: https://instant.example.com/claim/1";

/** The one message of a start that failed, with what differs from run to run taken out. */
function failure(project: Project): string {
  const errors = project.said.filter((it) => it.startsWith("error: "));
  expect(errors).toHaveLength(1);
  return (errors[0] ?? "")
    .replace("error: ", "")
    .replaceAll(`${project.folder}/`, "")
    .replace(/127\.0\.0\.1:\d+/, "SERVICE");
}

test.for<[string, Answer, string]>([
  [
    "400",
    (response) => json(response, 400, { message: "Missing referrer", hint: "Name one." }),
    `No database was created: SERVICE answered 400: Missing referrer. Name one. Fix the problem it names. ${RESTART}`,
  ],
  [
    "429",
    (response) => json(response, 429, { message: "Too many" }),
    `No database was created: SERVICE answered 429: Too many. Wait a while. ${RESTART}`,
  ],
  [
    "a page instead of JSON",
    (response) => response.writeHead(404).end("<html>\u001b[2J"),
    `No database was created: SERVICE answered 404. Fix the problem it names. ${RESTART}`,
  ],
  [
    "a redirect",
    (response) => response.writeHead(307, { location: "/elsewhere" }).end(),
    `No database was created: SERVICE answered 307. Set PLINTH_INSTANT_URL to the address it has moved to. ${RESTART}`,
  ],
])("a create that is refused with %s", async ([, answer, expected]) => {
  const { url, requests } = await service(answer);
  const project = new Project();
  const server = await project.serve(url);
  expect(failure(project)).toBe(expected);
  expect([requests.length, project.files()]).toEqual([1, []]);
  // Nothing was created, so a restart tries again.
  await server.restart();
  expect(requests).toHaveLength(2);
});

const WHOLE = JSON.stringify(record(1));

test.for<[string, Answer, string]>([
  [
    "500",
    (response) => json(response, 500, { message: "Failed to create the database." }),
    `SERVICE answered 500: Failed to create the database; a database may have been created. ${UNCLEAR}`,
  ],
  [
    "no reply",
    (response) => response.destroy(),
    `SERVICE ended the connection before its reply was whole; a database may have been created. ${UNCLEAR}`,
  ],
  [
    "half a reply",
    (response) => cut(response, WHOLE.length / 2),
    `SERVICE ended the connection before its reply was whole; a database may have been created. ${UNCLEAR}`,
  ],
  [
    "a reply without its last byte",
    (response) => cut(response, WHOLE.length - 1),
    `SERVICE ended the connection before its reply was whole; a database may have been created. ${UNCLEAR}`,
  ],
  [
    "a reply without a connection string",
    (response) => json(response, 200, { ...record(1), connection_string: null }),
    "SERVICE created a database, but its reply cannot be read. Nothing was written. Stop the development server and " +
      "start it again to create another one. Its claim link: https://instant.example.com/claim/1",
  ],
  [
    "a reply that would add lines of its own",
    (response) => json(response, 200, { ...record(1), claim_url: "https://x/\nNODE_OPTIONS=--import=x" }),
    "SERVICE created a database, but its reply cannot be read. Nothing was written. Stop the development server and " +
      "start it again to create another one.",
  ],
  [
    "a reply without an end",
    (response) => response.end(`{"a":"${"x".repeat(1_000_000)}"}`),
    "SERVICE created a database, but its reply cannot be read. Nothing was written. Stop the development server and " +
      "start it again to create another one.",
  ],
])("a create with %s is not sent again by this process", async ([, answer, expected]) => {
  const { url, requests } = await service(answer);
  const project = new Project();
  const server = await project.serve(url);
  expect(failure(project)).toBe(expected);
  await server.restart();
  expect([requests.length, project.files()]).toEqual([1, []]);
});

function cut(response: http.ServerResponse, length: number): void {
  response.writeHead(200, { "content-length": WHOLE.length });
  response.write(WHOLE.slice(0, length), () => response.destroy());
}

test("a reply that comes byte by byte is read", async () => {
  const { url } = await service(async (response) => {
    for (const byte of WHOLE) {
      response.write(byte);
      await new Promise(setImmediate);
    }
    response.end();
  });
  const project = new Project();
  await project.serve(url);
  expect(project.read()).toBe(`${lines(1).join("\n")}\n`);
});

test.for<[string, Answer]>([
  ["sends nothing", () => {}],
  ["stops in its reply", (response) => response.write(WHOLE.slice(0, 9))],
])("a service that %s is not waited for without end", async ([, answer]) => {
  const { url } = await service(answer);
  const creating = createDatabase(serviceAddress(url), "tests", 200);
  await expect(creating).rejects.toThrow("did not reply in time; a database may have been created");
});

test("a service that is not there", async () => {
  const project = new Project();
  await project.serve(await unused());
  expect(failure(project)).toBe(
    `No database was created: SERVICE cannot be reached (ECONNREFUSED). Check the network, or name another instant service in PLINTH_INSTANT_URL. ${RESTART}`,
  );
});

/** An error of the system, as Node gives it. */
function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(code), { code, syscall });
}

test.for([
  ["while it connects", systemError("ETIMEDOUT", "connect"), "example.com cannot be reached (ETIMEDOUT)"],
  [
    "while it connects to two addresses",
    Object.assign(
      new AggregateError([systemError("ETIMEDOUT", "connect"), systemError("ENETUNREACH", "connect")]),
      { code: "ETIMEDOUT" },
    ),
    "example.com cannot be reached (ETIMEDOUT)",
  ],
  [
    "in the reply",
    systemError("ETIMEDOUT", "read"),
    "example.com ended the connection before its reply was whole; a database may have been created",
  ],
] as const)("a request that times out %s", async ([, cause, expected]) => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause }));
  await expect(createDatabase(serviceAddress("https://example.com"), "tests")).rejects.toThrow(expected);
});

test.for([
  [undefined, "https://neon.new/"],
  [" ", "https://neon.new/"],
  ["https://example.com", "https://example.com/"],
  ["https://example.com//a//b/", "https://example.com/a/b"],
  ["http://localhost:4650", "http://localhost:4650/"],
  ["http://127.1.2.3:4650/", "http://127.1.2.3:4650/"],
  ["http://[::1]:4650", "http://[::1]:4650/"],
] as const)("the address %s is taken", ([given, expected]) => {
  expect(serviceAddress(given).href).toBe(expected);
});

test.for([
  ["http://example.com", "Use https://. Only an address of this computer may be http://."],
  ["http://localhost.example.com", "Use https://. Only an address of this computer may be http://."],
  ["http://127.0.0.1.example.com", "Use https://. Only an address of this computer may be http://."],
  ["ftp://localhost", "Use https://. Only an address of this computer may be http://."],
  ["example.com", "Include the scheme, such as https://example.com."],
  ["https://a:b@example.com", "Remove everything before the @."],
  ["https://example.com?a", "Remove the ? or # and everything after it."],
] as const)("the address %s is refused, and nothing is sent", async ([given, hint]) => {
  const project = new Project();
  await project.serve(given);
  expect(failure(project)).toBe(
    `No database was created: PLINTH_INSTANT_URL cannot be used. ${hint} ${RESTART}`,
  );
  expect(project.files()).toEqual([]);
});

test.for<[string, (project: Project) => void, string]>([
  [
    "a write-protected file",
    (project) => {
      project.write(".env", "A=1\n");
      fs.chmodSync(project.path(".env"), 0o444);
    },
    "there is no permission to write .env. Change the permissions of the file and its folder, or name another file in `dotEnvFile`.",
  ],
  [
    "a folder",
    (project) => fs.mkdirSync(project.path(".env")),
    ".env is not a regular file. Name a file such as .env in `dotEnvFile`.",
  ],
  [
    "a link to nothing",
    (project) => fs.symlinkSync("gone", project.path(".env")),
    ".env is a symbolic link to gone, which does not exist. Repair or remove the link, or name another file in `dotEnvFile`.",
  ],
  [
    "a missing folder",
    (project) => project.set({ referrer: "tests", dotEnvFile: "gone/.env" }),
    "the folder gone does not exist. Create it, or name another file in `dotEnvFile`.",
  ],
  [
    "UTF-16",
    (project) => project.write(".env", Buffer.from("\ufeffA=1\n", "utf16le")),
    "the env file is UTF-16. Save it as UTF-8.",
  ],
  [
    "more than a mebibyte",
    (project) => project.write(".env", Buffer.alloc(1024 * 1024 + 1, "#")),
    ".env is too large for an env file. Name another file in `dotEnvFile`.",
  ],
  [
    "other variables of a database",
    (project) => project.write(".env", "A=1\nDATABASE_URL_DIRECT=x\nVITE_POSTGRES_CLAIM_URL=y\n"),
    "the env file has DATABASE_URL_DIRECT in line 2 and VITE_POSTGRES_CLAIM_URL in line 3, but no DATABASE_URL. Remove that, or set DATABASE_URL yourself.",
  ],
  [
    "a seed that is not there",
    (project) => project.set({ referrer: "tests", seed: { type: "sql-script", path: "gone.sql" } }),
    "the seed gone.sql cannot be read (ENOENT). Correct the file, or `seed.path`.",
  ],
  [
    "a seed that is not UTF-8",
    (project) => {
      project.set({ referrer: "tests", seed: { type: "sql-script", path: "seed.sql" } });
      project.write("seed.sql", Buffer.from([0x2d, 0x2d, 0xff]));
    },
    "the seed seed.sql cannot be read (it is not UTF-8). Correct the file, or `seed.path`.",
  ],
])("with %s no database is created, and the server starts", async ([, prepare, expected]) => {
  const { url, requests } = await service();
  const project = new Project();
  prepare(project);
  const before = project.files();
  await project.serve(url);
  expect(failure(project)).toBe(`No database was created: ${expected} ${RESTART}`);
  expect([requests, project.files()]).toEqual([[], before]);
});

/** Lets the writes of temporary files fail: all from the numbered one on. */
function failingWrites(code: string, from: number): { stop(): void } {
  const open = promises.open;
  let count = 0;
  const spy = vi.spyOn(promises, "open").mockImplementation(async (...args) => {
    const handle = await open(...args);
    if (String(args[0]).includes("-tmp-")) {
      const write = handle.write.bind(handle);
      handle.write = ((...given: Parameters<typeof write>) => {
        count += 1;
        return count < from ? write(...given) : Promise.reject(Object.assign(new Error(code), { code }));
      }) as typeof handle.write;
    }
    return handle;
  });
  return { stop: () => spy.mockRestore() };
}

test.for([
  ["ENOSPC", "there is no disk space left for .env. Free some space."],
  ["EROFS", ".env is on a read-only file system. Name another file in `dotEnvFile`."],
] as const)("a disk that refuses with %s is found before a database is created", async ([code, expected]) => {
  const { url, requests } = await service();
  const project = new Project();
  project.write(".env", "A=1\n");
  failingWrites(code, 1);
  await project.serve(url);
  expect(failure(project)).toBe(`No database was created: ${expected} ${RESTART}`);
  expect([requests, project.files(), project.read()]).toEqual([[], [".env"], "A=1\n"]);
});

const EIO = Object.assign(new Error("EIO"), { code: "EIO" });

/** Lets the removal of files fail whose names end so. */
function failingRemovals(ending: string): void {
  const { rm } = promises;
  vi.spyOn(promises, "rm").mockImplementation((file, options) =>
    String(file).endsWith(ending) ? Promise.reject(EIO) : rm(file, options),
  );
}

const LOCK = ".env.plinth-vite-lock";

test.for<[string, (project: Project) => void, string]>([
  [
    "a link that cannot be read",
    (project) => {
      fs.symlinkSync("elsewhere.env", project.path(".env"));
      project.write("elsewhere.env", "");
      vi.spyOn(promises, "readlink").mockRejectedValue(EIO);
    },
    ".env could not be read (EIO). Fix that.",
  ],
  [
    "a lock left behind that cannot be removed",
    (project) => {
      project.write(LOCK, `${spawnSync("true").pid} ${os.hostname()} 1\n`);
      failingRemovals("-lock");
    },
    `${LOCK} was left behind and cannot be removed (EIO). Remove it.`,
  ],
  [
    "a turn that cannot be removed",
    (project) => {
      project.write(LOCK, `${spawnSync("true").pid} ${os.hostname()} 1\n`);
      failingRemovals("-turn");
    },
    `${LOCK}-turn was left behind and cannot be removed (EIO). Remove it.`,
  ],
  [
    "an error that nobody foresaw",
    () => {
      vi.spyOn(os, "hostname").mockImplementation(() => {
        throw new Error("A system error occurred.");
      });
    },
    "A system error occurred. Fix that.",
  ],
])("with %s the server starts", async ([, prepare, expected]) => {
  const { url, requests } = await service();
  const project = new Project();
  prepare(project);
  await project.serve(url);
  expect(failure(project)).toBe(`No database was created: ${expected} ${RESTART}`);
  expect(requests).toEqual([]);
});

test("a connection string that cannot be decoded is written, and the server starts", async () => {
  const strange = { ...record(1), connection_string: "postgresql://u:100%@ep-1.example.com/db" };
  const { url } = await service((response) => json(response, 200, strange));
  const project = new Project({ referrer: "tests", seed: { type: "sql-script", path: "seed.sql" } });
  project.write("seed.sql", "SELECT 1;");
  await project.serve(url);
  expect(failure(project)).toBe(
    "The database was created and written, but its seed seed.sql failed: the connection string has a % that is not followed by the code of a character. Correct it and run it yourself with DATABASE_URL_DIRECT. Or, for a new database, remove DATABASE_URL, DATABASE_URL_DIRECT and VITE_POSTGRES_CLAIM_URL from .env, stop the development server and start it again.",
  );
  expect(project.read()).toContain("100%@");
});

test("an owner that the new file cannot be given is found before a database is created", async () => {
  const { url, requests } = await service();
  const project = new Project();
  project.write(".env", "A=1\n");
  const open = promises.open;
  vi.spyOn(promises, "open").mockImplementation(async (...args) => {
    const handle = await open(...args);
    if (String(args[0]).includes("-tmp-")) {
      const made = await handle.stat();
      vi.spyOn(handle, "stat").mockResolvedValue(Object.assign(made, { uid: made.uid + 1 }));
      const refusal = Object.assign(new Error("EPERM"), { code: "EPERM" });
      vi.spyOn(handle, "chown").mockRejectedValue(refusal);
    }
    return handle;
  });
  await project.serve(url);
  expect(failure(project)).toBe(
    `No database was created: .env would not keep its owner and group (EPERM). Make the file your own, or name another file in \`dotEnvFile\`. ${RESTART}`,
  );
  expect([requests, project.files(), project.read()]).toEqual([[], [".env"], "A=1\n"]);
});

test("a disk that refuses after the create: the database is named, and a restart writes it", async () => {
  const { url, requests } = await service();
  const project = new Project();
  project.write(".env", "A=1\n");
  const disk = failingWrites("ENOSPC", 2);
  const server = await project.serve(url);
  const expected = `A database was created, but could not be written: there is no disk space left for .env. Free some space. A restart of this development server tries again. Stopping the server loses the connection string. ${ABOUT}`;
  expect(failure(project)).toBe(expected);
  expect([project.files(), project.read()]).toEqual([[".env"], "A=1\n"]);
  // The disk is still full: the restart does not get as far as the first start did.
  project.said = [];
  await server.restart();
  expect(failure(project)).toBe(expected);
  disk.stop();
  await server.restart();
  expect(requests).toHaveLength(1);
  expect(project.read()).toBe(`A=1\n\n${lines(1).join("\n")}\n`);
});

test("what is written into the file while the database is created stays", async () => {
  const project = new Project();
  project.write(".env", "A=1\n");
  const { url } = await service((response, number) => {
    project.write(".env", "A=2\nB=3\n");
    created(response, number);
  });
  await project.serve(url);
  expect(project.read()).toBe(`A=2\nB=3\n\n${lines(1).join("\n")}\n`);
});

test("a variable that is set while the database is created stays, and the database is named", async () => {
  const project = new Project();
  const { url } = await service((response, number) => {
    project.write(".env", "DATABASE_URL=mine\n");
    created(response, number);
  });
  await project.serve(url);
  expect(failure(project)).toBe(
    `A database was created, but is not used: DATABASE_URL was set meanwhile, or is about to be. ${ABOUT}`,
  );
  expect([project.files(), project.read()]).toEqual([[".env"], "DATABASE_URL=mine\n"]);
});

test("an env file that Git tracks is not written, and one that it doesn't ignore is warned of", async () => {
  const { url, requests } = await service();
  const project = new Project();
  const git = (...args: string[]) => {
    expect(spawnSync("git", ["-C", project.folder, ...args]).status).toBe(0);
  };
  project.write(".env", "MINE=1\n");
  git("init", "--quiet");
  git("add", ".env");
  const server = await project.serve(url);
  expect(failure(project)).toBe(
    "No database was created: Git tracks .env, so the next commit would include the password. " +
      "Untrack the file with `git rm --cached` and add it to .gitignore, or name another file in `dotEnvFile`. " +
      RESTART,
  );
  expect([requests.length, project.read()]).toEqual([0, "MINE=1\n"]);
  git("rm", "--quiet", "--cached", ".env");
  await server.restart();
  const warning = `Git doesn’t ignore ${project.path(".env")}, so the password could be committed. Add it to .gitignore.`;
  expect(project.said).toContain(`warn: ${warning}`);
  expect(requests).toHaveLength(1);
  expect(project.read()).toContain("DATABASE_URL=");
});
