//! The sandbox's own roles in a cluster. Only the superuser has a fixed name: it is made with the template, before there is
//! anybody else. Every other role gets a name that nobody could know before, is created by the superuser and marked by it.
//! A role that is merely found is never one of them, whatever its name is.

use crate::random::Random;

/// The sandbox's own superuser in each cluster. People get the owner role, which is none.
pub const ADMIN: &str = "plinth_admin";

/// A role that the sandbox makes beside its superuser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnRole {
    /// Owns what the last of the people's roles leaves behind, until there is another one.
    FallbackOwner,
    /// Runs code of people, for one time.
    UserCode,
    /// Reads a schema by pg_dump, for one time.
    SchemaReader,
    /// Sends a read-only compute what the server of its branch writes, for one connection.
    Replica,
}

const ALL: [OwnRole; 4] = [
    OwnRole::FallbackOwner,
    OwnRole::UserCode,
    OwnRole::SchemaReader,
    OwnRole::Replica,
];

/// Letters and digits behind the first part of a name.
const DRAWN: usize = 32;

impl OwnRole {
    /// The first part of the role's name, which was the whole name in earlier versions.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::FallbackOwner => "plinth_heir",
            Self::UserCode => "plinth_users",
            Self::SchemaReader => "plinth_schema_dump",
            Self::Replica => "plinth_replica",
        }
    }

    /// A name that nobody could take before. It needs no quotes.
    pub fn new_name(self) -> String {
        let drawn = Random::from_system().request_id();
        format!("{}_{drawn}", self.prefix())
    }

    fn has_name(self, name: &str) -> bool {
        let drawn = name.strip_prefix(self.prefix());
        drawn.is_some_and(|drawn| drawn.is_empty() || drawn.strip_prefix('_').is_some_and(is_drawn))
    }
}

fn is_drawn(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == DRAWN && text.bytes().all(is_digit)
}

/// Whether a name is kept for the sandbox's own roles, so that people may neither give nor see it. It says nothing of the
/// role that has it.
pub fn is_own_role(name: &str) -> bool {
    name == ADMIN || ALL.iter().any(|it| it.has_name(name))
}

/// A role of PostgreSQL in which only the superuser can make others a member: no role of people is allowed to grant it.
/// Its one right is not inherited.
const MARK: &str = "pg_use_reserved_connections";

/// Marks a role that was just created. People can neither give this mark nor take it from a role.
pub fn mark_statement(role: &str) -> String {
    format!("GRANT {MARK} TO {role} WITH ADMIN FALSE, INHERIT FALSE, SET FALSE")
}

/// The condition that the role with this oid is one that the sandbox made.
pub fn is_marked(oid: &str) -> String {
    format!(
        "EXISTS (SELECT FROM pg_catalog.pg_auth_members mark WHERE mark.member = {oid}
         AND mark.roleid = '{MARK}'::pg_catalog.regrole)"
    )
}

/// The roles that pass in `pg_hba.conf` for one that the sandbox made.
pub const MARKED_IN_ACCESS_RULES: &str = "+pg_use_reserved_connections";

/// One statement on one line, for single-user mode. Versions that used fixed names left these roles behind, or people took
/// their names: they lose all that they can do, and go where nothing depends on them. No statement of it may fail: an error
/// ends single-user mode, also one that is caught.
pub fn disarm_former() -> String {
    let names = [OwnRole::UserCode, OwnRole::SchemaReader, OwnRole::Replica];
    let names = names.map(|it| format!("'{}'", it.prefix())).join(", ");
    format!(
        "DO $$ DECLARE one record; held record; BEGIN \
         FOR one IN SELECT oid, rolname FROM pg_roles WHERE rolname IN ({names}) AND NOT rolsuper LOOP \
         EXECUTE format('ALTER ROLE %I NOLOGIN NOREPLICATION NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD NULL', one.rolname); \
         FOR held IN SELECT DISTINCT m.roleid, m.grantor FROM pg_auth_members m WHERE m.member = one.oid LOOP \
         EXECUTE format('REVOKE %I FROM %I GRANTED BY %I CASCADE', pg_get_userbyid(held.roleid), one.rolname, pg_get_userbyid(held.grantor)); \
         END LOOP; \
         IF NOT EXISTS (SELECT FROM pg_shdepend d WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = one.oid) THEN \
         EXECUTE format('DROP ROLE %I', one.rolname); END IF; \
         END LOOP; END $$;\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_sandbox_are_reserved_and_names_like_them_are_not() {
        for it in ALL {
            assert!(is_own_role(&it.new_name()));
            assert!(is_own_role(it.prefix()));
            assert_ne!(it.new_name(), it.new_name());
        }
        assert!(is_own_role(ADMIN));
        for name in [
            "plinth",
            "plinth_",
            "plinth_app",
            "plinth_users_",
            "plinth_users_of_mine",
            "plinth_admin_2",
            "xplinth_users",
        ] {
            assert!(!is_own_role(name), "{name}");
        }
    }
}
