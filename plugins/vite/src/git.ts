import { execFile } from "node:child_process";
import path from "node:path";
import { Failure } from "./failure.ts";

/** How git sees a file; `unknown` where there is no git, no repository, or no answer. */
export type GitState = "tracked" | "untracked" | "ignored" | "unknown";

/**
 * Refuses an env file that git tracks, as the next commit would include the password. Returns a warning for a file that git
 * does not ignore. The rules are those of Plinth's own folders.
 */
export async function mustNotBeTracked(file: string): Promise<string | undefined> {
  switch (await gitState(file)) {
    case "tracked":
      throw new Failure(
        `Git tracks ${file}, so the next commit would include the password`,
        "Untrack the file with `git rm --cached` and add it to .gitignore, or name another file in `dotEnvFile`.",
      );
    case "untracked":
      return `Git doesn’t ignore ${file}, so the password could be committed. Add it to .gitignore.`;
    default:
      return undefined;
  }
}

async function gitState(file: string): Promise<GitState> {
  const name = `./${path.basename(file)}`;
  const ask = (...words: string[]) => codeOf(path.dirname(file), [...words, "--", name]);
  const tracked = await ask("--literal-pathspecs", "ls-files", "--error-unmatch");
  if (tracked !== 1) return tracked === 0 ? "tracked" : "unknown";
  const ignored = await ask("check-ignore", "--quiet");
  if (ignored === 0) return "ignored";
  return ignored === 1 ? "untracked" : "unknown";
}

/** The code that git ends with; nothing where it cannot be started or does not end in time. */
function codeOf(folder: string, words: string[]): Promise<number | undefined> {
  const args = ["-C", folder, "--no-optional-locks", "-c", "core.fsmonitor=false", ...words];
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
  return new Promise((resolve) => {
    execFile("git", args, { env, timeout: 2_000 }, (error) => {
      if (error === null) resolve(0);
      else resolve(typeof error.code === "number" ? error.code : undefined);
    });
  });
}
