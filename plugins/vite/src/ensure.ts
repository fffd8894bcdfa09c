import path from "node:path";
import type { Logger } from "vite";
import { block, withoutPooler } from "./block.ts";
import type { Database } from "./database.ts";
import { Replacement, read, resolve } from "./disk.ts";
import { contentOf, lastOf, parse } from "./env-file/parse.ts";
import { plan } from "./env-file/plan.ts";
import { Failure, failureFrom } from "./failure.ts";
import { mustNotBeTracked } from "./git.ts";
import { createDatabase, serviceAddress, Unclear } from "./instant.ts";
import { Lock } from "./lock.ts";
import type { CheckedOptions } from "./options.ts";
import type { Places } from "./places.ts";

/** One project's options and files, and where what happens is said. */
export interface Project {
  readonly options: CheckedOptions;
  readonly places: Places;
  readonly logger: Logger;
}

/**
 * Makes sure that the variable has a value: where it has none in the environment and in no env file, creates a
 * database, writes its lines, then runs the seed. Throws a `Failure` where that did not work.
 *
 * A process creates at most one database for a variable of an env file, however often its server restarts.
 */
export function ensureDatabase(project: Project): Promise<void> {
  const key = `${project.places.envFile}\n${project.options.key}`;
  const known = running.get(key);
  if (known !== undefined || finished.has(key)) {
    return known ?? Promise.resolve();
  }
  const run = ensure(project, key).finally(() => running.delete(key));
  running.set(key, run);
  return run;
}

/** What this process is at, by env file and variable. */
const running = new Map<string, Promise<void>>();

/** What this process is not to do again: it created a database, or may have. */
const finished = new Set<string>();

/** Databases that were created and could not be written, for the next start of this process's server. */
const unwritten = new Map<string, Database>();

async function ensure(project: Project, key: string): Promise<void> {
  const { options, places } = project;
  if (await beforeWrite(key, () => isPresent(options.key, places.envFiles))) {
    return;
  }
  if (places.seedFile === undefined) {
    await createUnderLock(project, key);
    return;
  }
  const file = places.seedFile;
  // The client of PostgreSQL is loaded where it is needed, not at each start.
  const { readScript, runScript } = await beforeWrite(key, () => import("./seed.ts"));
  const script = await beforeWrite(key, () => readScript(file));
  const database = await createUnderLock(project, key);
  if (database !== undefined) {
    await seed(project, file, () => runScript(script, withoutPooler(database.pooled)));
  }
}

/** An empty value is none. Where a variable stands several times in a file, the last one counts. */
async function isPresent(key: string, files: readonly string[]): Promise<boolean> {
  if ((process.env[key] ?? "") !== "") {
    return true;
  }
  for (const name of files) {
    const file = parse((await read(name))?.toString("latin1") ?? "");
    const assignment = file.entries[lastOf(file, key)]?.assignment;
    if (assignment !== undefined && contentOf(file, assignment) !== "") {
      return true;
    }
  }
  return false;
}

/** Gives the database, or nothing where another process was quicker. */
async function createUnderLock(project: Project, key: string): Promise<Database | undefined> {
  const { options, places, logger } = project;
  const waiting = () =>
    logger.info("Waiting for another development server, which is creating a database", { timestamp: true });
  const target = await beforeWrite(key, () => resolve(places.envFile));
  const lock = await beforeWrite(key, () => Lock.acquire(path.dirname(target), waiting));
  try {
    if (await beforeWrite(key, () => isPresent(options.key, places.envFiles))) {
      return undefined;
    }
    const warning = await beforeWrite(key, () => mustNotBeTracked(target));
    if (warning !== undefined) {
      logger.warn(warning, { timestamp: true });
    }
    const replacement = await beforeWrite(key, () => prepare(target, options));
    try {
      const database = unwritten.get(key) ?? (await create(project, key));
      unwritten.set(key, database);
      await write(project, database, { target, replacement, lock });
      unwritten.delete(key);
      finished.add(key);
      return database;
    } finally {
      await replacement.discard();
    }
  } finally {
    await lock.release();
  }
}

/** Finds out everything that would keep the lines of a database from being written. */
async function prepare(target: string, options: CheckedOptions): Promise<Replacement> {
  const old = (await read(target)) ?? Buffer.alloc(0);
  mustFit(old, options, { pooled: "", claimUrl: "", expiresAt: "" });
  return await Replacement.prepare(target, old.length + MOST_BYTES_OF_LINES);
}

const MOST_BYTES_OF_LINES = 8192;

/** The file with the lines of a database in it. */
function mustFit(old: Buffer, options: CheckedOptions, database: Database): Buffer {
  const planned = plan(old, block(database, options));
  switch (planned.kind) {
    case "change":
      return planned.bytes;
    case "conflict": {
      const taken = planned.taken.map((it) => `${it.variable} in line ${it.line}`).join(" and ");
      throw new Failure(
        `the env file has ${taken}, but no ${options.key}`,
        `Remove that, or set ${options.key} yourself.`,
      );
    }
    case "unwritable":
      throw new Failure(
        `the value of ${planned.variable} cannot be written into an env file`,
        "Claim the database, or let it expire.",
      );
    case "utf16":
      throw new Failure("the env file is UTF-16", "Save it as UTF-8.");
  }
}

async function create({ options, logger }: Project, key: string): Promise<Database> {
  const service = await beforeWrite(key, async () => serviceAddress(process.env.PLINTH_INSTANT_URL));
  logger.info(`Creating a temporary database at ${service.host}`, { timestamp: true });
  try {
    return await beforeWrite(key, () => createDatabase(service, options.referrer));
  } catch (error) {
    if (error instanceof Unclear) {
      finished.add(key);
    }
    throw error;
  }
}

/** Somebody else sets the variable, whose value stays. */
class Superseded extends Failure {}

interface Target {
  readonly target: string;
  readonly replacement: Replacement;
  readonly lock: Lock;
}

/** Writes the lines into the file as it is by now: people may edit it while the database is created. */
async function write(
  project: Project,
  database: Database,
  { target, replacement, lock }: Target,
): Promise<void> {
  const { options, places, logger } = project;
  try {
    for (let isWritten = false; !isWritten; ) {
      if (!(await lock.isHeld()) || (await isPresent(options.key, places.envFiles))) {
        throw new Superseded(
          `A database was created, but is not used: ${options.key} was set meanwhile, or is about to be`,
          about(database),
        );
      }
      const old = await read(target);
      isWritten = await replacement.commit(mustFit(old ?? Buffer.alloc(0), options, database), old);
    }
  } catch (error) {
    throw error instanceof Superseded ? error : notWritten(error, database);
  }
  const names = `${options.key}, ${options.directKey} and ${options.claimKey}`;
  logger.info(`Wrote ${names} to ${places.envFile}. ${about(database)}`, { timestamp: true });
}

async function seed({ options, places, logger }: Project, file: string, run: () => Promise<void>) {
  logger.info(`Running the seed ${file}`, { timestamp: true });
  try {
    await run();
  } catch (error) {
    const { directKey, key, claimKey } = options;
    throw reworded(error, (it) => [
      `The database was created and written, but its seed ${file} failed: ${it.message}`,
      `${it.hint} Correct it and run it yourself with ${directKey}. Or, for a new database, remove ${key}, ${directKey} ` +
        `and ${claimKey} from ${places.envFile}, stop the development server and start it again.`,
    ]);
  }
  logger.info("The seed has run", { timestamp: true });
}

/** Runs a step in whose failure there is no database, but for one that an earlier start could not write. */
async function beforeWrite<T>(key: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof Unclear) {
      throw error;
    }
    const database = unwritten.get(key);
    if (database !== undefined) {
      throw notWritten(error, database);
    }
    throw reworded(error, (it) => [
      `No database was created: ${it.message}`,
      `${it.hint || "Fix that."} Then restart the development server.`,
    ]);
  }
}

/** Whatever it was, the database must be named. */
function notWritten(error: unknown, database: Database): Failure {
  return reworded(error, (it) => [
    `A database was created, but could not be written: ${it.message}`,
    `${it.hint} A restart of this development server tries again. Stopping the server loses the connection string. ${about(database)}`,
  ]);
}

function reworded(error: unknown, words: (it: Failure) => [message: string, hint: string]): Failure {
  const [message, hint] = words(failureFrom(error));
  return new Failure(message, hint.trim());
}

function about({ expiresAt, claimUrl }: Database): string {
  return `It expires at ${expiresAt}. Claim it to keep it: ${claimUrl}`;
}
