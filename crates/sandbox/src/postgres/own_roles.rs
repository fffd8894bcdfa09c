//! The sandbox's own roles in a cluster.

/// The sandbox's own superuser in each cluster. People get the owner role, which is none.
pub const ADMIN: &str = "plinth_admin";
/// Owns what the last of the people's roles leaves behind, until there is another one.
pub const FALLBACK_OWNER: &str = "plinth_heir";
/// What code of people runs as, made for one time.
pub const USER_CODE_ROLE: &str = "plinth_users";
/// What pg_dump reads a schema as, made for one time.
pub const SCHEMA_READER: &str = "plinth_schema_dump";
/// What read-only computes follow the server of their branch as.
pub const REPLICA: &str = "plinth_replica";

const ALL: [&str; 5] = [
    ADMIN,
    FALLBACK_OWNER,
    USER_CODE_ROLE,
    SCHEMA_READER,
    REPLICA,
];

/// Whether a role is the sandbox's own, and none that people may name or see.
pub fn is_own_role(name: &str) -> bool {
    ALL.contains(&name)
}
