import { type ConfigEnv, createLogger, type Plugin, resolveEnvPrefix, type UserConfig } from "vite";
import { ensureDatabase } from "./ensure.ts";
import { failureFrom } from "./failure.ts";
import { checked, type Options } from "./options.ts";
import { places } from "./places.ts";

export type { Options, Seed } from "./options.ts";

/**
 * A Vite plugin that creates a temporary PostgreSQL database when a development server starts and the connection
 * variable is not set, and writes its connection strings into the env file.
 *
 * It does nothing in a production build, in `vite preview`, and in a run of Vitest. A wrong option ends the start;
 * anything else that fails is reported, and the server starts without a database.
 */
export default function temporaryDatabase(options: Options): Plugin {
  return {
    name: "plinth:temporary-database",
    // Before the plugins that read env files, and before Vite does.
    enforce: "pre",
    apply: (_, env) => isDevelopmentServer(env),
    config: (config, env) => beforeStart(options, config, env),
    // Once more, as other plugins may have added a prefix.
    configResolved: ({ envPrefix }) => void checked(options, publicPrefixes(envPrefix)),
  };
}

/**
 * A framework's production build may start a server of Vite's to compile a part. It has the mode or NODE_ENV of the
 * build. Vitest starts one too, and an unasked database is no part of a test.
 */
function isDevelopmentServer(env: ConfigEnv): boolean {
  return (
    env.command === "serve" &&
    env.isPreview !== true &&
    env.mode !== "production" &&
    process.env.NODE_ENV !== "production" &&
    process.env.VITEST === undefined
  );
}

async function beforeStart(options: Options, config: UserConfig, env: ConfigEnv): Promise<void> {
  const logger = config.customLogger ?? createLogger(config.logLevel, { prefix: "[plinth]" });
  const wanted = checked(options, publicPrefixes(config.envPrefix));
  try {
    await ensureDatabase({ options: wanted, places: places(config, env.mode, wanted), logger });
  } catch (error) {
    logger.error(failureFrom(error).inWords(), { timestamp: true });
  }
}

/** What the names of the variables start with that Vite puts into the page. */
function publicPrefixes(envPrefix: UserConfig["envPrefix"]): string[] {
  return resolveEnvPrefix({ envPrefix: envPrefix ?? "VITE_" });
}
