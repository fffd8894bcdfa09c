//! Messages of the platform. Clients compare them, so each stays letter for letter as it is: no rule of style applies here.
//! The sandbox's own messages stand where they are sent.

// Recorded from the platform, or in the tests of its own clients.
pub const AUTH_IS_ENABLED: &str = "Neon Auth is already enabled for this branch";
pub const BRANCHES_LIMIT: &str = "branches limit exceeded";
pub const BRANCH_NOT_READY: &str = "branch not ready yet";
pub const DATABASE_EXISTS: &str = "database already exists";
pub const IS_LOCKED: &str =
    "project already has running conflicting operations, scheduling of new ones is prohibited";
pub const NOT_FOR_ORGANIZATION_KEYS: &str = "not allowed for organization API keys";
pub const NO_ROUTE: &str = "this route does not exist";
pub const NO_STORED_PASSWORDS: &str = "storing passwords is not enabled for the project";
pub const READ_WRITE_ENDPOINT_EXISTS: &str = "read_write endpoint already exists";
pub const ROLE_EXISTS: &str = "role already exists";
pub const ROOT_BRANCH: &str = "cannot delete the root branch";
pub const SETTINGS_ARE_NIL: &str = "settings must not be nil";
pub const WRONG_CREDENTIALS: &str = "supplied credentials do not pass authentication";

// Not recorded: these have the form of the recorded ones.
pub const BRANCH_WITH_CHILDREN: &str = "cannot delete a branch that has children";
pub const DEFAULT_BRANCH: &str = "cannot delete the default branch";
pub const PROTECTED_BRANCH: &str = "cannot delete a protected branch";
pub const RATE_LIMIT: &str = "rate limit exceeded";

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
