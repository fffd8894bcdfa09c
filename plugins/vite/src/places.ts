import path from "node:path";
import type { UserConfig } from "vite";
import type { CheckedOptions } from "./options.ts";

/** The files of one project that the plugin reads and writes, as absolute paths. */
export interface Places {
  /** The env file that is written. */
  readonly envFile: string;
  /** All env files in which the variable may stand, the one that is written first. */
  readonly envFiles: readonly string[];
  readonly seedFile: string | undefined;
}

/** Where Vite looks for env files in this configuration and mode, and where the options point to. */
export function places(config: UserConfig, mode: string, options: CheckedOptions): Places {
  const root = path.resolve(config.root ?? ".");
  const { envDir } = config;
  const reads = envDir !== false;
  const folder = typeof envDir === "string" ? path.resolve(root, envDir) : root;
  const named = reads ? [".env", ".env.local", `.env.${mode}`, `.env.${mode}.local`] : [];
  const envFile = path.resolve(folder, options.envFile);
  const all = [envFile, ...named.map((name) => path.join(folder, name))];
  return {
    envFile,
    envFiles: [...new Set(all)],
    seedFile: options.seedPath === undefined ? undefined : path.resolve(root, options.seedPath),
  };
}
