import fs from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { codeOf, Failure, printable } from "./failure.ts";
import { seedHint } from "./seed-hint.ts";

/** Reads an SQL file before there is a database, so that one that cannot be read leaves none behind. */
export async function readScript(file: string): Promise<string> {
  try {
    const bytes = await fs.readFile(file);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const why = codeOf(error) === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is not UTF-8" : codeOf(error);
    throw new Failure(`the seed ${file} cannot be read (${why})`, "Correct the file, or `seed.path`.");
  }
}

/**
 * Runs SQL in a database, all statements at once: PostgreSQL makes that one transaction, unless the script has its own.
 * The server's certificate is verified, whatever the string's `sslmode` says, against the authorities that Node trusts,
 * or the one that the string names as `sslrootcert`.
 */
export async function runScript(
  script: string,
  connectionString: string,
  endWithin: number = END_WITHIN,
): Promise<void> {
  const client = new pg.Client(await configuration(connectionString));
  // An error outside a query ends the query as well, which reports it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(script);
  } catch (error) {
    throw new Failure(reasonOf(error, script), hintOf(error, script));
  } finally {
    await end(client, endWithin);
  }
}

/** In milliseconds. A server that was suspended takes a while to start. */
const CONNECT_WITHIN = 30_000;
const RUN_WITHIN = 10 * 60_000;
const END_WITHIN = 5_000;

/** Says goodbye to the server. One that does not answer is left. */
async function end(client: pg.Client, within: number): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, sleep(within, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

async function configuration(connectionString: string): Promise<pg.ClientConfig> {
  const url = new URL(connectionString);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const authority = url.searchParams.get("sslrootcert");
  const ca = authority === null || authority === "system" ? undefined : await readAuthority(authority);
  return {
    host,
    port: url.port === "" ? 5432 : Number(url.port),
    user: decoded(url.username),
    password: decoded(url.password),
    database: decoded(url.pathname.slice(1)),
    ssl: { rejectUnauthorized: true, host, ...(ca === undefined ? {} : { ca }) },
    enableChannelBinding: true,
    connectionTimeoutMillis: CONNECT_WITHIN,
    query_timeout: RUN_WITHIN,
    application_name: "vite-plugin-plinth",
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Failure("the connection string has a % that is not followed by the code of a character", "");
  }
}

async function readAuthority(file: string): Promise<string> {
  try {
    return await fs.readFile(file, "utf8");
  } catch (error) {
    throw new Failure(
      `the certificate ${file} of the database's server cannot be read (${codeOf(error)})`,
      "",
    );
  }
}

/** The server's words, and the line of the script where it gives a position in characters. */
function reasonOf(error: unknown, script: string): string {
  if (!(error instanceof Error)) {
    return printable(String(error));
  }
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  const said = printable(error.message || codeOf(error) || error.name);
  if (Number.isNaN(position)) {
    return said;
  }
  const before = [...script].slice(0, position - 1).join("");
  return `line ${before.split("\n").length}: ${said}`;
}

/** What a whole script sent at once cannot do. */
function hintOf(error: unknown, script: string): string {
  if (!(error instanceof pg.DatabaseError)) {
    return "";
  }
  const { code, routine } = error;
  const known = seedHint(error, script);
  if (known !== undefined) {
    return known;
  }
  switch (code) {
    case "25001":
      return "That statement cannot run together with others.";
    case "57014":
      // The client gave up the copy, or the server stopped a statement.
      return routine === "CopyGetData"
        ? "COPY … FROM stdin is for psql."
        : "The server stopped a statement, such as for its statement_timeout.";
    default:
      return "";
  }
}
