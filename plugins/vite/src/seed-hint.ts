import type pg from "pg";

/** What a database that refused a statement says of it. */
type Refusal = Pick<pg.DatabaseError, "code" | "routine" | "position">;

/**
 * What to do after an error that seed files often meet and whose message names no way out. The crate `pgclient` has the
 * same words in `src/run/hint.rs`; its `tests/seed-errors.json` is the table that both are tested with.
 */
export function seedHint({ code, routine = "", position }: Refusal, script: string): string | undefined {
  switch (code) {
    case "2D000":
      return "A DO block or procedure can't commit or roll back within a seed file. Remove its COMMIT and ROLLBACK, or run the file with psql.";
    case "25001":
      return routine === "CreateInitDecodingContext"
        ? "Write COMMIT; on the line before this statement, so that nothing was written before it."
        : undefined;
    case "55P04":
      return "Write COMMIT; between ALTER TYPE … ADD VALUE and the first use of the value.";
    case "42704":
      return ROLE_LOOKUPS.has(routine)
        ? "Create the role first (CREATE ROLE … NOLOGIN). Or make the dump with pg_dump --no-owner --no-privileges, which names no roles."
        : undefined;
    case "42501":
      return superuserHint(routine);
    case "42601":
      return characterAt(script, Number(position)) === BYTE_ORDER_MARK
        ? "There is an invisible byte order mark (U+FEFF), as where files were joined. Delete it, or save each file as UTF-8 without one."
        : undefined;
    default:
      return undefined;
  }
}

/** The way around what PostgreSQL lets only a superuser do. */
function superuserHint(routine: string): string | undefined {
  if (SETTINGS.has(routine)) {
    return "Remove the line: only a superuser can set this. A file that turns off triggers by it must fill tables in the order of their foreign keys.";
  }
  switch (routine) {
    case "CreatePublication":
    case "CheckAlterPublication":
      return "Name the tables: CREATE PUBLICATION … FOR TABLE a, b. Only a superuser can publish all tables or those of a schema, and the sandbox makes nobody one.";
    case "CreateEventTrigger":
      return "Remove the event trigger: only a superuser can create one, and the sandbox makes nobody one.";
    default:
      return undefined;
  }
}

/** The functions of PostgreSQL that look for a role. */
const ROLE_LOOKUPS: ReadonlySet<string> = new Set(["get_role_oid", "get_rolespec_tuple"]);
/** The functions of PostgreSQL that set a setting. */
const SETTINGS: ReadonlySet<string> = new Set([
  "set_config_with_handle",
  "set_config_option_ext",
  "set_config_option",
]);
const BYTE_ORDER_MARK = "\ufeff";

/** The server counts characters from 1. */
function characterAt(script: string, position: number): string | undefined {
  return [...script][position - 1];
}
