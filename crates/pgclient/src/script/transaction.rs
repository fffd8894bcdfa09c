use super::head::Head;

/// How a script is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// In one transaction: all or nothing.
    Whole,
    /// Statement by statement, because the script begins and ends transactions itself.
    AsWritten {
        /// The line of the first such statement, from 1.
        line: usize,
    },
    /// Statement by statement, because one of them cannot run in a transaction.
    Separate {
        /// The line of the first such statement, from 1.
        line: usize,
        /// Its words, for example `CREATE DATABASE`.
        statement: &'static str,
    },
}

impl Mode {
    /// Why the script does not run as one transaction, as a sentence; none when it does.
    pub fn note(&self) -> Option<String> {
        match self {
            Self::Whole => None,
            Self::AsWritten { line } => Some(format!(
                "The file controls transactions itself, first on line {line}, so it runs as written."
            )),
            Self::Separate { line, statement } => Some(format!(
                "{statement} on line {line} can't run in a transaction, so what ran before an error is kept."
            )),
        }
    }
}

/// The effect of a statement on the transaction that it runs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// Nothing.
    None,
    /// Begins one.
    Begin,
    /// Ends one and keeps what was done.
    Commit,
    /// Ends one and drops what was done.
    Rollback,
    /// A setting of the session or a look at something: nothing of it stays in the database.
    Session,
}

pub(crate) fn control(head: &Head) -> Control {
    let starts = |words: &[&str]| head.starts(words);
    if starts(&["BEGIN"]) || starts(&["START", "TRANSACTION"]) {
        Control::Begin
    } else if starts(&["COMMIT"]) || starts(&["END"]) || starts(&["PREPARE", "TRANSACTION"]) {
        Control::Commit
    } else if starts(&["ABORT"]) || (starts(&["ROLLBACK"]) && !head.has("TO")) {
        Control::Rollback
    } else if starts(&["SET"]) || starts(&["RESET"]) || starts(&["SHOW"]) {
        Control::Session
    } else {
        Control::None
    }
}

/// The words of a statement that the server refuses inside a transaction block.
pub(super) fn forbids_transaction(head: &Head) -> Option<&'static str> {
    const ALWAYS: [(&[&str], &str); 14] = [
        (&["CREATE", "DATABASE"], "CREATE DATABASE"),
        (&["DROP", "DATABASE"], "DROP DATABASE"),
        (&["CREATE", "TABLESPACE"], "CREATE TABLESPACE"),
        (&["DROP", "TABLESPACE"], "DROP TABLESPACE"),
        (&["ALTER", "SYSTEM"], "ALTER SYSTEM"),
        (&["VACUUM"], "VACUUM"),
        (&["DISCARD", "ALL"], "DISCARD ALL"),
        (&["REINDEX", "DATABASE"], "REINDEX DATABASE"),
        (&["REINDEX", "SYSTEM"], "REINDEX SYSTEM"),
        (&["REINDEX", "SCHEMA"], "REINDEX SCHEMA"),
        (&["CREATE", "SUBSCRIPTION"], "CREATE SUBSCRIPTION"),
        (&["DROP", "SUBSCRIPTION"], "DROP SUBSCRIPTION"),
        (&["COMMIT", "PREPARED"], "COMMIT PREPARED"),
        (&["ROLLBACK", "PREPARED"], "ROLLBACK PREPARED"),
    ];
    let always = ALWAYS.iter().find(|(words, _)| head.starts_outside(words));
    if let Some((_, statement)) = always {
        return Some(statement);
    }
    let concurrently = head.has("CONCURRENTLY");
    let starts = |words: &[&str]| head.starts(words);
    if concurrently && (starts(&["CREATE", "INDEX"]) || starts(&["CREATE", "UNIQUE", "INDEX"])) {
        Some("CREATE INDEX CONCURRENTLY")
    } else if concurrently && starts(&["DROP", "INDEX"]) {
        Some("DROP INDEX CONCURRENTLY")
    } else if concurrently && starts(&["REINDEX"]) {
        Some("REINDEX CONCURRENTLY")
    } else if concurrently && starts(&["ALTER", "TABLE"]) && head.has("DETACH") {
        Some("ALTER TABLE DETACH PARTITION CONCURRENTLY")
    } else if starts(&["ALTER", "DATABASE"]) && head.has("TABLESPACE") {
        Some("ALTER DATABASE SET TABLESPACE")
    } else if starts(&["ALTER", "SUBSCRIPTION"]) && head.has("PUBLICATION") {
        Some("ALTER SUBSCRIPTION")
    } else if head.is_bare_cluster() {
        Some("CLUSTER")
    } else {
        None
    }
}
