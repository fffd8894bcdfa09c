//! Messages of the platform. Clients compare them, so each stays letter for letter as it is: no rule of style applies here.
//! The sandbox's own messages stand where they are sent.

// Recorded from the platform, or in the tests of its own clients.
pub const AUTH_IS_ENABLED: &str = "Neon Auth is already enabled for this branch";
pub const CREATE_FAILED: &str = "Failed to create the database.";
pub const BRANCHES_LIMIT: &str = "branches limit exceeded";
pub const BRANCH_NOT_READY: &str = "branch not ready yet";
pub const DATABASE_EXISTS: &str = "database already exists";
pub const DATABASE_NOT_FOUND: &str = "Database not found";
pub const IS_LOCKED: &str =
    "project already has running conflicting operations, scheduling of new ones is prohibited";
pub const MISSING_REFERRER: &str = "Missing referrer";
pub const NOT_FOR_ORGANIZATION_KEYS: &str = "not allowed for organization API keys";
pub const NO_ROUTE: &str = "this route does not exist";
pub const NO_STORED_PASSWORDS: &str = "storing passwords is not enabled for the project";
// The platform's OpenAPI document describes the status 406 in these words.
pub const OUTSIDE_OF_GRANULARITY: &str =
    "the specified date-time range is outside the boundaries of the specified granularity";
pub const READ_WRITE_ENDPOINT_EXISTS: &str = "read_write endpoint already exists";
pub const ROLE_EXISTS: &str = "role already exists";
pub const ROOT_BRANCH: &str = "cannot delete the root branch";
pub const SETTINGS_ARE_NIL: &str = "settings must not be nil";
pub const WRONG_CREDENTIALS: &str = "supplied credentials do not pass authentication";

// Not recorded: these have the form of the recorded ones.
pub const BRANCH_WITH_CHILDREN: &str = "cannot delete a branch that has children";
pub const DEFAULT_BRANCH: &str = "cannot delete the default branch";
pub const PROTECTED_BRANCH: &str = "cannot delete a protected branch";
pub const INCORRECT_SCHEME: &str = "incorrect scheme";
pub const INVALID_CONNECTION_HEADER: &str =
    "invalid header: the Neon-Connection-String is missing or not ASCII";
pub const INVALID_ISOLATION_LEVEL: &str = "invalid isolation level";
pub const MISSING_DATABASE_NAME: &str = "missing database name";
pub const MISSING_PASSWORD: &str = "missing authentication credentials: required password";
pub const MISSING_USERNAME: &str = "missing username";
pub const RATE_LIMIT: &str = "rate limit exceeded";
pub const UNSUPPORTED_PROTOCOL: &str =
    "unsupported frontend protocol: only 3.0 is supported over WebSocket";

/// `what` is a kind of thing, such as `branch`.
pub fn not_found(what: &str) -> String {
    format!("{what} not found")
}

pub fn branch_exists(name: &str) -> String {
    format!("branch already exists; branch_name:\"{name}\"")
}

pub fn owner_not_found(role: &str) -> String {
    format!("database owner not found; role_name:\"{role}\"")
}

pub fn outside_of_key(project_id: &str) -> String {
    format!(
        "not allowed to perform actions outside the project this key is scoped to; subject_project_id:\"{project_id}\""
    )
}

/// `kind` is `Default` or `Protected`.
pub fn cannot_expire(kind: &str) -> String {
    format!("{kind} branch cannot have an expiration date")
}

/// Not recorded: it has the form of the recorded ones. `what` is a kind of thing, such as `domain`.
pub fn exists(what: &str) -> String {
    format!("{what} already exists")
}

/// Not recorded: it has the form of `branch_exists`. `field` names the value that is taken.
pub fn exists_with(what: &str, field: &str, value: &str) -> String {
    format!("{what} already exists; {field}:\"{value}\"")
}

/// Not recorded: it has the form of `owner_not_found`. `field` names the value that was looked for.
pub fn not_found_with(what: &str, field: &str, value: &str) -> String {
    format!("{what} not found; {field}:\"{value}\"")
}

/// Not recorded: it has the form of `owner_not_found`. `place` is `branch` or `base branch`.
pub fn database_not_found(place: &str, name: &str) -> String {
    format!("database not found on the {place}; database_name:\"{name}\"")
}

/// Not recorded: it has the form of the limit of branches.
pub fn snapshots_limit(most: usize) -> String {
    format!("snapshots limit exceeded: the project has {most} already, without those of schedules")
}

/// Not recorded: the platform's proxy answers SQL over HTTP in this form.
pub fn unreadable_sql_body(why: &str) -> String {
    format!("could not parse the HTTP request body: {why}")
}

/// Not recorded: the platform's proxy answers SQL over HTTP in this form.
pub fn invalid_connection_string(why: &dyn std::fmt::Display) -> String {
    format!("invalid connection string: {why}")
}

/// Not recorded: the platform's proxy answers SQL over HTTP in this form.
pub fn response_too_large(most: usize) -> String {
    format!("response is too large (max is {most} bytes)")
}

/// Not recorded: the platform's proxy answers SQL over HTTP in this form.
pub fn sql_timed_out(seconds: u64) -> String {
    format!("HTTP-Connection timed out, execution time exceeded {seconds} seconds")
}

/// The beginning of each message about a body, query or path that can't be read.
pub fn invalid_request(what: &dyn std::fmt::Display) -> String {
    format!("invalid request: {what}")
}

/// A body without a field that it must have.
pub fn field_required(field: &str) -> String {
    format!("invalid: {field} (field required)")
}

/// Not recorded: it has the form of the recorded ones.
pub fn field_not_nullable(field: &str) -> String {
    format!("invalid: {field} (null is not a value)")
}

/// Not recorded: it has the form of the recorded ones.
pub fn role_owns_database(database: &str) -> String {
    format!("cannot delete a role that owns a database; database_name:\"{database}\"")
}
