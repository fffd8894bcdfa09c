//! What to do after an error that seed files often meet and whose message names no way out. `plugins/vite/src/seed-hint.ts`
//! has the same words; `tests/seed-errors.json` is the table that both are tested with.

use tokio_postgres::error::DbError;

/// A byte order mark: it is invisible, and a server takes it for the beginning of a name.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The hint for an error of a server. `at` is the part of the script from where the server points on.
pub(super) fn of(error: &DbError, at: Option<&str>) -> Option<&'static str> {
    let routine = error.routine().unwrap_or_default();
    match (error.code().code(), routine) {
        ("2D000", _) => Some(
            "A DO block or procedure can't commit or roll back within a seed file. Remove its COMMIT and ROLLBACK, or run \
             the file with psql",
        ),
        ("25001", "CreateInitDecodingContext") => Some(
            "Write COMMIT; on the line before this statement, so that nothing was written before it",
        ),
        ("55P04", _) => {
            Some("Write COMMIT; between ALTER TYPE … ADD VALUE and the first use of the value")
        }
        ("42704", "get_role_oid" | "get_rolespec_tuple") => Some(
            "Create the role first (CREATE ROLE … NOLOGIN). Or make the dump with pg_dump --no-owner --no-privileges, \
             which names no roles",
        ),
        ("42501", "set_config_with_handle" | "set_config_option_ext" | "set_config_option") => {
            Some(
                "Remove the line: only a superuser can set this. A file that turns off triggers by it must fill tables in the \
             order of their foreign keys",
            )
        }
        ("42501", "CreatePublication" | "CheckAlterPublication") => Some(
            "Name the tables: CREATE PUBLICATION … FOR TABLE a, b. Only a superuser can publish all tables or those of a \
             schema, and the sandbox makes nobody one",
        ),
        ("42501", "CreateEventTrigger") => Some(
            "Remove the event trigger: only a superuser can create one, and the sandbox makes nobody one",
        ),
        ("42601", _) if at?.starts_with(BYTE_ORDER_MARK) => Some(
            "There is an invisible byte order mark (U+FEFF), as where files were joined. Delete it, or save each file as \
             UTF-8 without one",
        ),
        _ => None,
    }
}

/// Whether the server quotes names of a statement and no data, although the SQLSTATE is one of data: the version of an
/// extension.
pub(super) fn quotes_names(error: &DbError) -> bool {
    let of_extensions = [
        "CreateExtensionInternal",
        "identify_update_path",
        "ExecAlterExtensionStmt",
    ];
    let routine = error.routine().unwrap_or_default();
    of_extensions.contains(&routine)
}
