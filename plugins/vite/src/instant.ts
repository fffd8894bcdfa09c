import { claimUrlFrom, type Database, databaseFrom, fieldsOf } from "./database.ts";
import { codeOf, Failure, printable } from "./failure.ts";

/** The instant service that is used unless `PLINTH_INSTANT_URL` names another one, such as a sandbox. */
export const DEFAULT_SERVICE = "https://neon.new";

/** How long a create may take, in milliseconds. */
export const CREATE_WITHIN = 60_000;

/** A create whose result is not known: a database may be there. */
export class Unclear extends Failure {}

/** The address of the instant service, without `/api/v1`: `https`, or `http` to this machine. */
export function serviceAddress(given: string | undefined): URL {
  const text = given?.trim() || DEFAULT_SERVICE;
  const wrong = (hint: string) => new Failure(`${VARIABLE} cannot be used`, hint);
  if (!URL.canParse(text)) {
    throw wrong("Include the scheme, such as https://example.com.");
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw wrong("Remove everything before the @.");
  }
  if (/[?#]/.test(text)) {
    throw wrong("Remove the ? or # and everything after it.");
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw wrong("Use https://. Only an address of this computer may be http://.");
  }
  const parts = url.pathname.split("/").filter((part) => part !== "");
  url.pathname = parts.join("/");
  return url;
}

/**
 * Creates a temporary database (`POST /api/v1/database`). The request is sent once and no redirect is followed. Throws
 * `Unclear` where the database may have been created, and another `Failure` where it was not.
 */
export async function createDatabase(
  service: URL,
  referrer: string,
  within: number = CREATE_WITHIN,
): Promise<Database> {
  const signal = AbortSignal.timeout(within);
  const { response, text } = await send(service, referrer, signal);
  const reply = jsonFrom(text);
  if (response.status >= 300) {
    throw refusal(service, response.status, reply);
  }
  const database = databaseFrom(reply);
  if (database === undefined) {
    const link = claimUrlFrom(reply);
    const claim = link === undefined ? "" : ` Its claim link: ${link}`;
    throw new Unclear(
      `${service.host} created a database, but its reply cannot be read`,
      `Nothing was written. ${AGAIN}${claim}`,
    );
  }
  return database;
}

const VARIABLE = "PLINTH_INSTANT_URL";
const AGAIN = "Stop the development server and start it again to create another one.";

/** The largest reply that is read, in bytes; a record has less than one thousand. */
const MOST_BYTES = 65_536;

/** The codes of connections that could not be made, so that nothing was sent. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_SSL_WRONG_VERSION_NUMBER|ERR_TLS_CERT_.*|CERT_.*|.*_CERT|.*_CERT_.*|UNABLE_TO_VERIFY_.*)$/;

async function send(
  service: URL,
  referrer: string,
  signal: AbortSignal,
): Promise<{ response: Response; text: string }> {
  const url = `${service.href.replace(/\/$/, "")}/api/v1/database`;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ ref: referrer }),
      redirect: "manual",
      signal,
    });
    return { response, text: await bodyOf(response) };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (isNotConnected(cause)) {
      throw new Failure(
        `${service.host} cannot be reached (${codeOf(cause)})`,
        `Check the network, or name another instant service in ${VARIABLE}.`,
      );
    }
    const what = signal.aborted ? "did not reply in time" : "ended the connection before its reply was whole";
    throw new Unclear(
      `${service.host} ${what}; a database may have been created`,
      `Nothing was written; such a database expires by itself. ${AGAIN}`,
    );
  }
}

/** A timeout says it only with the call in which it occurred; of several addresses, each has failed for itself. */
function isNotConnected(cause: unknown): boolean {
  if (NOT_CONNECTED.test(codeOf(cause) ?? "")) {
    return true;
  }
  const each: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return each.length > 0 && each.every((it) => fieldsOf(it).syscall === "connect");
}

async function bodyOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > MOST_BYTES) {
      break;
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function jsonFrom(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A status from 500 does not say how far the service came. */
function refusal(service: URL, status: number, reply: unknown): Failure {
  const { message, hint } = fieldsOf(reply);
  const said = typeof message === "string" ? `: ${printable(message).replace(/\.$/, "")}` : "";
  const advice = typeof hint === "string" ? `${printable(hint)} ` : "";
  if (status >= 500) {
    return new Unclear(
      `${service.host} answered ${status}${said}; a database may have been created`,
      `${advice}Nothing was written; such a database expires by itself. ${AGAIN}`,
    );
  }
  const next = status < 400 ? `Set ${VARIABLE} to the address it has moved to.` : "Fix the problem it names.";
  return new Failure(
    `${service.host} answered ${status}${said}`,
    `${advice}${status === 429 ? "Wait a while." : next}`,
  );
}

/** The names that Node gives to addresses of this machine once it has read them as a URL. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
