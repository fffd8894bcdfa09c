import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, Failure } from "./failure.ts";

/**
 * The right to create a database for the env files of one folder, held by one process of all. It is a file that only
 * one process can create. Nobody holds it longer than `STALE_AFTER`; one that is older, or whose process has ended, was
 * left behind and is removed by the next that wants it.
 */
export class Lock {
  readonly #file: string;
  readonly #owner: string;

  private constructor(file: string, owner: string) {
    this.#file = file;
    this.#owner = owner;
  }

  /** Waits until no other process has the lock. `waiting` is called once, when there is something to wait for. */
  static async acquire(folder: string, waiting: () => void): Promise<Lock> {
    const file = path.join(folder, NAME);
    const owner = `${process.pid} ${os.hostname()} ${randomBytes(6).toString("hex")}\n`;
    const deadline = Date.now() + WAIT_WITHIN;
    for (let isFirst = true; !(await create(file, owner)); isFirst = false) {
      if (await removeIfStale(file)) {
        continue;
      }
      if (isFirst) {
        waiting();
      }
      if (Date.now() > deadline) {
        throw new Failure(
          `another development server holds ${file}`,
          "Remove that file if there is no other one.",
        );
      }
      await sleep(POLL_INTERVAL);
    }
    return new Lock(file, owner);
  }

  /** False once another process took this lock for one that was left behind, such as after the machine slept. */
  async isHeld(): Promise<boolean> {
    return (await contentOf(this.#file)) === this.#owner;
  }

  async release(): Promise<void> {
    if (await this.isHeld()) {
      await fs.rm(this.#file, { force: true }).catch(() => undefined);
    }
  }
}

/** Longer than a create and a write together may take, in milliseconds. */
const STALE_AFTER = 120_000;

/** A lock without its owner's line is being written, or its process ended before that. */
const UNWRITTEN_AFTER = 5_000;

const WAIT_WITHIN = STALE_AFTER + 30_000;
const POLL_INTERVAL = 50;

const NAME = ".env.plinth-vite-lock";

async function create(file: string, owner: string): Promise<boolean> {
  try {
    await fs.writeFile(file, owner, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    switch (codeOf(error)) {
      case "EEXIST":
        return false;
      case "ENOSPC":
      case "EDQUOT":
        // What could not be written is no lock.
        await fs.rm(file, { force: true }).catch(() => undefined);
        throw new Failure(`there is no disk space left in ${path.dirname(file)}`, "Free some space.");
      default:
        throw new Failure(
          `no file can be made in ${path.dirname(file)} (${codeOf(error)})`,
          "Change the permissions of the folder, or name a file in another one in `dotEnvFile`.",
        );
    }
  }
}

/**
 * Two processes may find the same stale lock, and the slower one must not remove the new lock of the quicker one. So
 * they take turns, and each looks again in its own. Gives true where it is worth trying to create the lock.
 */
async function removeIfStale(file: string): Promise<boolean> {
  if (!(await isStale(file))) {
    return false;
  }
  const turn = `${file}-turn`;
  if (!(await create(turn, ""))) {
    // It takes no time, unless the process ended in it.
    if (await isStale(turn)) {
      await remove(turn);
    }
    return false;
  }
  try {
    if (await isStale(file)) {
      await remove(file);
    }
  } finally {
    await remove(turn);
  }
  return true;
}

async function remove(file: string): Promise<void> {
  try {
    await fs.rm(file, { force: true });
  } catch (error) {
    throw new Failure(`${file} was left behind and cannot be removed (${codeOf(error)})`, "Remove it.");
  }
}

async function isStale(file: string): Promise<boolean> {
  const age = await fs.stat(file).then(
    (it) => Date.now() - it.mtimeMs,
    () => 0,
  );
  const [pid = "", host, token] = ((await contentOf(file)) ?? "").trim().split(" ");
  if (token === undefined) {
    return age > UNWRITTEN_AFTER;
  }
  return age > STALE_AFTER || (host === os.hostname() && hasEnded(Number(pid)));
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await fs.readFile(file, "utf8");
  } catch {
    return undefined;
  }
}
