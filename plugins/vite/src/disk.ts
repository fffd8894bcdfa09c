import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import fs, { type FileHandle } from "node:fs/promises";
import path from "node:path";
import { codeOf, Failure } from "./failure.ts";

/** The largest file that is taken for an env file, in bytes. */
export const MOST_BYTES = 1024 * 1024;

/** The bytes of an env file behind its symbolic links; nothing where there is none, or a folder or pipe instead. */
export async function read(file: string): Promise<Buffer | undefined> {
  try {
    const found = await fs.stat(file);
    if (!found.isFile()) {
      return undefined;
    }
    if (found.size > MOST_BYTES) {
      throw new Failure(`${file} is too large for an env file`, "Name another file in `dotEnvFile`.");
    }
    return await fs.readFile(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return undefined;
    }
    throw error instanceof Failure ? error : failed("read", file, error);
  }
}

/** The file behind all symbolic links. It need not exist, its folder must. */
export async function resolve(file: string): Promise<string> {
  let current = file;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    const found = await statOf(current, fs.lstat);
    if (found === undefined) {
      return missing(file, current);
    }
    if (found.isFile()) {
      return current;
    }
    if (!found.isSymbolicLink()) {
      throw notAFile(current);
    }
    current = path.resolve(path.dirname(current), await targetOf(current));
  }
  throw new Failure(
    `${file} is a symbolic link that loops`,
    "Repair the link, or name another file in `dotEnvFile`.",
  );
}

/**
 * A file that is ready to take the place of an env file: made beside it, with its owner and with room for what is to be
 * written, so that a full disk or a protected file is found before there is anything to lose.
 */
export class Replacement {
  readonly #file: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;

  private constructor(file: string, temporary: string, handle: FileHandle) {
    this.#file = file;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  /** `room` is in bytes. The caller holds the lock of the folder: what another start left there is removed. */
  static async prepare(file: string, room: number): Promise<Replacement> {
    try {
      await sweep(path.dirname(file));
      const old = await statOf(file, fs.stat);
      await mustBeWritable(file, old);
      const name = `${TEMPORARY}${randomBytes(6).toString("hex")}${path.extname(file)}`;
      const temporary = path.join(path.dirname(file), name);
      const replacement = new Replacement(file, temporary, await fs.open(temporary, "wx", 0o600));
      await replacement.#undoneIfFails(async () => {
        await replacement.#keepOwner(old);
        await replacement.#fill(Buffer.alloc(room));
      });
      return replacement;
    } catch (error) {
      throw failed("write", file, error);
    }
  }

  /**
   * Puts the bytes in place of the file if that still holds `expected`, nothing meaning that there is no file. Gives
   * false where it holds something else. Owner, group and mode stay; a new file is for its owner alone.
   */
  async commit(bytes: Buffer, expected: Buffer | undefined): Promise<boolean> {
    try {
      return await this.#undoneIfFails(() => this.#replace(bytes, expected));
    } catch (error) {
      throw failed("write", this.#file, error);
    }
  }

  /** Removes it again, whatever became of it. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await fs.rm(this.#temporary, { force: true }).catch(() => undefined);
  }

  async #replace(bytes: Buffer, expected: Buffer | undefined): Promise<boolean> {
    await this.#fill(bytes);
    const old = await statOf(this.#file, fs.stat);
    await this.#keepOwner(old);
    await this.#keepMode(old);
    const now = await read(this.#file);
    if (!(now === undefined ? expected === undefined : expected?.equals(now) === true)) {
      return false;
    }
    return expected === undefined ? this.#becomeNew() : this.#rename();
  }

  /** The room is there already: writing from the start takes no more of the disk. */
  async #fill(bytes: Buffer): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#handle.write(bytes, written, bytes.length - written, written);
      written += bytesWritten;
    }
    await this.#handle.truncate(bytes.length);
    await this.#handle.sync();
  }

  /** Who may write to a file may still be unable to make another one of its owner and group. */
  async #keepOwner(old: Stats | undefined): Promise<void> {
    if (old === undefined || process.platform === "win32") {
      return;
    }
    const made = await this.#handle.stat();
    if (made.uid === old.uid && made.gid === old.gid) {
      return;
    }
    try {
      await this.#handle.chown(old.uid, old.gid);
    } catch (error) {
      throw new Failure(
        `${this.#file} would not keep its owner and group (${codeOf(error)})`,
        "Make the file your own, or name another file in `dotEnvFile`.",
      );
    }
  }

  async #keepMode(old: Stats | undefined): Promise<void> {
    if (old === undefined || process.platform === "win32") {
      return;
    }
    await this.#handle.chmod(old.mode & 0o7777);
    await this.#handle.sync();
  }

  /** Windows renames no open file. */
  async #rename(): Promise<true> {
    await this.#handle.close();
    await fs.rename(this.#temporary, this.#file);
    await flushFolder(this.#file);
    return true;
  }

  /** A link is refused where a file came meanwhile; a rename would replace it. */
  async #becomeNew(): Promise<boolean> {
    try {
      await fs.link(this.#temporary, this.#file);
    } catch (error) {
      if (codeOf(error) === "EEXIST") {
        return false;
      }
      // A file system without links.
      return this.#rename();
    }
    await this.#handle.close();
    await fs.rm(this.#temporary, { force: true });
    await flushFolder(this.#file);
    return true;
  }

  async #undoneIfFails<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.discard();
      throw error;
    }
  }
}

const MOST_LINKS = 40;

/** A rule such as `.env*` in `.gitignore` keeps these out of a repository, too. */
const TEMPORARY = ".env.plinth-vite-tmp-";

async function statOf(file: string, look: (file: string) => Promise<Stats>): Promise<Stats | undefined> {
  try {
    return await look(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return undefined;
    }
    throw failed("read", file, error);
  }
}

async function targetOf(link: string): Promise<string> {
  try {
    return await fs.readlink(link);
  } catch (error) {
    throw failed("read", link, error);
  }
}

async function missing(file: string, current: string): Promise<string> {
  if (current !== file) {
    throw new Failure(
      `${file} is a symbolic link to ${current}, which does not exist`,
      "Repair or remove the link, or name another file in `dotEnvFile`.",
    );
  }
  if ((await statOf(path.dirname(file), fs.stat))?.isDirectory() !== true) {
    throw new Failure(
      `the folder ${path.dirname(file)} does not exist`,
      "Create it, or name another file in `dotEnvFile`.",
    );
  }
  return current;
}

/** A rename would get around the file's own write protection, which the superuser does not notice either. */
async function mustBeWritable(file: string, found: Stats | undefined): Promise<void> {
  if (found === undefined) {
    return;
  }
  if ((found.mode & 0o222) === 0) {
    throw Object.assign(new Error("no write permission"), { code: "EACCES" });
  }
  await (await fs.open(file, "r+")).close();
}

/** Removes temporary files of a start that was killed. They hold the secrets of an env file. */
async function sweep(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    if (name.startsWith(TEMPORARY)) {
      await fs.rm(path.join(folder, name), { force: true });
    }
  }
}

/** The rename is done; that it also survives a power cut is tried, and not worth failing for. */
async function flushFolder(file: string): Promise<void> {
  try {
    const folder = await fs.open(path.dirname(file), "r");
    await folder.sync().finally(() => folder.close());
  } catch {
    // Windows opens no folders.
  }
}

function notAFile(file: string): Failure {
  return new Failure(`${file} is not a regular file`, "Name a file such as .env in `dotEnvFile`.");
}

function failed(action: "read" | "write", file: string, error: unknown): Failure {
  if (error instanceof Failure) {
    return error;
  }
  const code = codeOf(error);
  switch (code) {
    case "EACCES":
    case "EPERM":
      return new Failure(
        `there is no permission to ${action} ${file}`,
        "Change the permissions of the file and its folder, or name another file in `dotEnvFile`.",
      );
    case "EROFS":
      return new Failure(`${file} is on a read-only file system`, "Name another file in `dotEnvFile`.");
    case "ENOSPC":
    case "EDQUOT":
      return new Failure(`there is no disk space left for ${file}`, "Free some space.");
    default:
      return new Failure(
        `${file} could not be ${action === "read" ? "read" : "written"} (${code ?? error})`,
        "",
      );
  }
}
