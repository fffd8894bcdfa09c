/** A temporary database that the instant service created. Its connection string and its claim link are secrets. */
export interface Database {
  /** The connection string through the pooler. */
  readonly pooled: string;
  readonly claimUrl: string;
  /** RFC 3339, in UTC, whole seconds. */
  readonly expiresAt: string;
}

/** Reads what the service says of a new database. Nothing where a part is missing or of another form. */
export function databaseFrom(reply: unknown): Database | undefined {
  const record = fieldsOf(reply);
  const { connection_string: pooled, claim_url: claimUrl } = record;
  const expiresAt = timeFrom(record.expires_at);
  if (!isUrl(pooled, ["postgresql:", "postgres:"]) || !isUrl(claimUrl, ["https:", "http:"])) {
    return undefined;
  }
  return expiresAt === undefined ? undefined : { pooled, claimUrl, expiresAt };
}

/** The claim link of a reply that is no whole record. */
export function claimUrlFrom(reply: unknown): string | undefined {
  const { claim_url: claimUrl } = fieldsOf(reply);
  return isUrl(claimUrl, ["https:", "http:"]) ? claimUrl : undefined;
}

/** The fields of a JSON object; none of anything else. */
export function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? { ...json } : {};
}

/** Only characters that stand in a URL: neither space nor control characters, which could start a new line. */
function isUrl(value: unknown, schemes: readonly string[]): value is string {
  return (
    typeof value === "string" &&
    /^[!-~]+$/.test(value) &&
    URL.canParse(value) &&
    schemes.includes(new URL(value).protocol)
  );
}

function timeFrom(value: unknown): string | undefined {
  const time = typeof value === "string" ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(/\.\d+Z$/, "Z");
}
