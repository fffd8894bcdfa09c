//! Whether the roles of a database may replicate.

use super::sql::is_of_platform;

/// The setting by which a server returns whether its new roles may replicate. Nobody but the superuser
/// has a say in it where the superuser's sessions begin.
pub const RIGHT: &str = "plinth.replication";

/// Whether the roles of a database may replicate: only where that was asked for, because the right
/// reaches beyond their own tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replication {
    On,
    Off,
}

impl Replication {
    pub fn from_setting(on: bool) -> Self {
        if on { Self::On } else { Self::Off }
    }

    /// One statement, on one line, over the roles that differ. A role that people made by SQL gets no right.
    pub fn statement(self) -> String {
        let (roles, right) = match self {
            Self::On => (
                format!("NOT rolreplication AND {}", is_of_platform("r.oid")),
                "REPLICATION",
            ),
            Self::Off => ("rolreplication".to_owned(), "NOREPLICATION"),
        };
        format!(
            "DO $$ DECLARE one record; BEGIN FOR one IN SELECT rolname FROM pg_roles r WHERE NOT rolsuper AND {roles} LOOP EXECUTE format('ALTER ROLE %I {right}', one.rolname); END LOOP; END $$;\n"
        )
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}
