import type { Database } from "./database.ts";
import type { Line } from "./env-file/plan.ts";
import type { CheckedOptions } from "./options.ts";

/**
 * What is written for a database: two comments (its end and its claim link), the pooled and the direct connection
 * string, and the claim link as a public variable. They are the lines that Plinth writes.
 */
export function block(database: Database, options: CheckedOptions): readonly Line[] {
  const { expiresAt, claimUrl, pooled } = database;
  return [
    { comment: `${EXPIRY} ${expiresAt}`, starts: [EXPIRY, "# Claimable DB expires at:"] },
    { comment: `${LINK} ${claimUrl}`, starts: [LINK, "# Claim it now to your account"] },
    { variable: options.key, value: pooled },
    { variable: options.directKey, value: withoutPooler(pooled) },
    { variable: options.claimKey, value: claimUrl },
  ];
}

const EXPIRY = "# Temporary database, expires at";
const LINK = "# Claim it to keep it:";

/** The direct connection string: `-pooler` is removed from the end of the host's first label and from nowhere else. */
export function withoutPooler(connectionString: string): string {
  return connectionString.replace(POOLED_HOST, "$1");
}

const POOLED_HOST = /^([a-z]+:\/\/(?:[^@/?#]*@)?[^.@:/?#]+?)(?:-pooler)+(?=[.:/?#]|$)/;
