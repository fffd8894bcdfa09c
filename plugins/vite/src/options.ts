/** What the plugin takes. */
export interface Options {
  /** Identifies your project to the instant service, such as the name of a template. Must not be empty. */
  readonly referrer: string;
  /** The env file that is written, from the folder in which Vite looks for env files. Default: `.env`. */
  readonly dotEnvFile?: string | undefined;
  /** The variable of the connection string. Default: `DATABASE_URL`. */
  readonly dotEnvKey?: string | undefined;
  /** What the name of the public variable starts with. Default: Vite's own `envPrefix`, which is `VITE_`. */
  readonly envPrefix?: string | undefined;
  /** SQL that fills the new database. Default: none. */
  readonly seed?: Seed | undefined;
}

/** SQL that runs once in a new database. */
export interface Seed {
  readonly type: "sql-script";
  /** The file, from Vite's `root`. */
  readonly path: string;
}

/** The options with their defaults, each of them usable. */
export interface CheckedOptions {
  readonly referrer: string;
  readonly envFile: string;
  /** Of the pooled connection string. */
  readonly key: string;
  /** Of the direct connection string. */
  readonly directKey: string;
  /** Of the claim link. */
  readonly claimKey: string;
  readonly seedPath: string | undefined;
}

/**
 * Reads the options as they stand in the configuration, which may be JavaScript. Variables that start with one of
 * `publicPrefixes` are those that Vite puts into the page. Throws an error that names the option.
 */
export function checked(options: Options, publicPrefixes: readonly string[]): CheckedOptions {
  const given: Record<string, unknown> = { ...options };
  const unknown = Object.keys(given).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    throw new Error(`${PLUGIN}: \`${unknown}\` is not an option. Options: ${[...KNOWN].join(", ")}`);
  }
  const referrer = text(given.referrer, "referrer", undefined);
  const envFile = text(given.dotEnvFile, "dotEnvFile", ".env");
  const key = text(given.dotEnvKey, "dotEnvKey", "DATABASE_URL");
  if (!NAME.test(key)) {
    throw wrong("dotEnvKey", "must be letters, digits and underscores, and not start with a digit");
  }
  const prefix = given.envPrefix ?? publicPrefixes[0];
  if (typeof prefix !== "string" || !(prefix === "" || NAME.test(prefix))) {
    throw wrong("envPrefix", "must be letters, digits and underscores, such as VITE_");
  }
  const directKey = `${key}_DIRECT`;
  mustBePrivate([key, directKey], publicPrefixes);
  const claimKey = `${prefix}POSTGRES_CLAIM_URL`;
  if (claimKey === key || claimKey === directKey) {
    throw wrong("dotEnvKey", `would give two values the name ${claimKey}`);
  }
  return { referrer, envFile, key, directKey, claimKey, seedPath: seedPath(given.seed) };
}

const PLUGIN = "vite-plugin-plinth";
const KNOWN = new Set(["referrer", "dotEnvFile", "dotEnvKey", "envPrefix", "seed"]);
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function mustBePrivate(names: readonly string[], publicPrefixes: readonly string[]): void {
  for (const prefix of publicPrefixes) {
    const name = names.find((it) => it.startsWith(prefix));
    if (name !== undefined) {
      throw wrong(
        "dotEnvKey",
        `gives a connection string the name ${name}, which Vite puts into the page because it starts with ${prefix}`,
      );
    }
  }
}

function seedPath(seed: unknown): string | undefined {
  if (seed === undefined || seed === null) {
    return undefined;
  }
  if (typeof seed !== "object") {
    throw wrong("seed", 'must be { type: "sql-script", path: "…" }');
  }
  const given: Record<string, unknown> = { ...seed };
  if (given.type !== "sql-script") {
    throw wrong("seed.type", 'must be "sql-script"');
  }
  return text(given.path, "seed.path", undefined);
}

function text(given: unknown, option: string, otherwise: string | undefined): string {
  const value = given ?? otherwise;
  if (typeof value !== "string" || value.trim() === "" || value.includes("\0")) {
    throw wrong(option, "must be a non-empty string");
  }
  return value;
}

function wrong(option: string, what: string): Error {
  return new Error(`${PLUGIN}: the option \`${option}\` ${what}`);
}
