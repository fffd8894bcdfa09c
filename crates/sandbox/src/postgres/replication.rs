//! Whether the roles of a database may replicate.

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

    /// One statement, on one line, over the roles that differ.
    pub fn statement(self) -> String {
        let (roles, right) = match self {
            Self::On => (
                // As the platform makes them.
                "rolcreatedb AND rolcreaterole AND rolbypassrls AND NOT rolreplication",
                "REPLICATION",
            ),
            Self::Off => ("rolreplication", "NOREPLICATION"),
        };
        format!(
            "DO $$ DECLARE one record; BEGIN FOR one IN SELECT rolname FROM pg_roles WHERE NOT rolsuper AND {roles} LOOP EXECUTE format('ALTER ROLE %I {right}', one.rolname); END LOOP; END $$;\n"
        )
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}
