use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ConnectSource, ErrorView};

/// The part of a text that is run. Places are counted in UTF-16 units, as editors do.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum SqlPart {
    /// The whole text.
    #[default]
    All,
    /// The statement at the caret.
    At {
        /// The place of the caret.
        caret: u32,
    },
    /// The statements of a selection.
    Between {
        /// The place of the first character.
        start: u32,
        /// The place after the last character.
        end: u32,
    },
}

/// How statements are run.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct SqlOptions {
    /// Reads without a chance to change something. For a locked account this is always so.
    pub is_read_only: bool,
    /// Begins a transaction that stays open until it is committed or rolled back.
    pub is_manual: bool,
    /// The values of `$1` and so on, as text; `None` is null.
    pub parameters: Vec<Option<String>>,
    /// Seconds after which a statement is stopped on the server.
    pub timeout_seconds: Option<u32>,
    /// The name of the database, typed by a person: on a production account it is needed for statements that change all rows of a
    /// table or remove something.
    pub confirmed: Option<String>,
    /// Reads a table for a page that shows it: the run is no part of the history.
    pub is_browsing: bool,
    /// Reads all rows, each once and in order, and keeps none. A caller that waits for none ends the run.
    pub is_stream: bool,
}

/// A run of one or several statements, as it stands.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlRunView {
    /// Id of the run.
    pub id: String,
    /// Rises with each change of what follows.
    pub version: u32,
    /// How far the run is.
    pub state: SqlRunState,
    /// True if nothing could be changed.
    pub is_read_only: bool,
    /// When it began.
    pub began_at: DateTime<Utc>,
    /// From the beginning to the last answer of the server, in milliseconds.
    pub milliseconds: Option<f64>,
    /// Statements in all.
    pub total: u32,
    /// Statements that are done.
    pub done: u32,
    /// The statement that runs, or that ran last.
    pub current: Option<SqlExtent>,
    /// Statements with rows, messages or an error, in their order.
    pub results: Vec<SqlResultView>,
    /// Results that are not listed, because there are too many.
    pub unlisted: u32,
    /// The transaction that is open after the last statement.
    pub transaction: Option<SqlTransactionView>,
    /// The reason that no statement could run, or that the rest did not.
    pub error: Option<ErrorView>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SqlRunState {
    /// The session is being opened; a suspended compute starts for it.
    Connecting,
    /// A statement runs.
    Running,
    /// The first rows are there, and more are read when they are asked for.
    Paused,
    /// The run is over.
    Ended,
}

/// A place in the text that was run, in UTF-16 units.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlExtent {
    /// The place of the first character.
    pub start: u32,
    /// The place after the last character.
    pub end: u32,
}

/// The result of a statement.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlResultView {
    /// The number of the statement in its run, from 0.
    pub number: u32,
    /// The statement in the text.
    pub extent: SqlExtent,
    /// The columns; none for a statement that returns no rows.
    pub columns: Vec<SqlColumnView>,
    /// Rows that were read so far.
    pub rows: f64,
    /// The server's tag of a statement that is done, such as `INSERT 0 3`.
    pub tag: Option<String>,
    /// The reason that only the first rows are there.
    pub cut: Option<SqlCut>,
    /// From the beginning of the statement to its last answer, in milliseconds.
    pub milliseconds: Option<f64>,
    /// The server's remarks.
    pub notices: Vec<SqlMessageView>,
    /// The server's refusal of the statement.
    pub error: Option<SqlMessageView>,
}

/// A column of a result.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlColumnView {
    /// The name.
    pub name: String,
    /// The type as SQL has it.
    pub type_name: String,
    /// OID of the type.
    pub type_oid: u32,
}

/// The reasons that only the first rows of a result are there.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SqlCut {
    /// The result was not read on, and an open result holds locks and keeps the compute awake.
    Idle,
    /// The room for results is full.
    Full,
    /// More statements follow.
    Script,
    /// A person stopped it, or ran something else.
    Stopped,
}

/// An error or a remark of a server.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlMessageView {
    /// The server's word for how serious it is, such as `ERROR`.
    pub severity: String,
    /// The five characters of the SQLSTATE.
    pub sqlstate: String,
    /// The message.
    pub message: String,
    /// More about it.
    pub detail: Option<String>,
    /// A suggestion.
    pub hint: Option<String>,
    /// The functions and statements inside which it happened.
    pub context: Option<String>,
    /// The place in the text that was run, in UTF-16 units.
    pub at: Option<u32>,
}

/// A transaction that is open.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlTransactionView {
    /// Statements that ran in it.
    pub statements: u32,
    /// When it began.
    pub began_at: DateTime<Utc>,
    /// True if a statement failed in it, so that it can only be rolled back.
    pub has_failed: bool,
}

/// A tab of the editor with its text.
#[derive(Clone, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlTabView {
    /// Id of the tab: a UUID whose first part is a time.
    pub id: String,
    /// The name that a person gave it.
    pub name: Option<String>,
    /// The database that it was used with last.
    pub source: Option<ConnectSource>,
    /// The text.
    pub text: String,
    /// True if a password of the text was kept as dots.
    pub is_masked: bool,
}

impl std::fmt::Debug for SqlTabView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqlTabView").finish_non_exhaustive()
    }
}

/// Runs that ended, the newest first.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlHistoryPageView {
    /// The runs.
    pub items: Vec<SqlHistoryView>,
    /// The run before which there are more.
    pub next: Option<String>,
}

/// A run that ended.
#[derive(Clone, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlHistoryView {
    /// Id of the run.
    pub id: String,
    /// When it began.
    pub at: DateTime<Utc>,
    /// The database that it ran in.
    pub source: ConnectSource,
    /// The same in words, such as `shop / main / svcdb as svcdb_owner`.
    pub place: String,
    /// The statements.
    pub text: String,
    /// True if only the first part of the text was kept.
    pub is_cut: bool,
    /// True if a password of the text was kept as dots.
    pub is_masked: bool,
    /// True if nothing could be changed.
    pub is_read_only: bool,
    /// How long it took, in milliseconds.
    pub milliseconds: f64,
    /// Rows that were read.
    pub rows: f64,
    /// The server's tag of the last statement that was done.
    pub tag: Option<String>,
    /// The error that ended it, without data that the server quoted.
    pub error: Option<String>,
    /// True if it is kept whatever its age.
    pub is_pinned: bool,
}

impl std::fmt::Debug for SqlHistoryView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqlHistoryView")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// A script that was run on a branch of now, to see what it does.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlTrialView {
    /// The branch, which expires by itself.
    pub branch_id: String,
    /// The name.
    pub branch_name: String,
    /// When it expires.
    pub expires_at: Option<DateTime<Utc>>,
    /// Statements that were done, in their order.
    pub statements: Vec<SqlTrialStatementView>,
    /// The server's refusal of the statement after them.
    pub error: Option<SqlMessageView>,
    /// Tables whose rows changed and were committed, by schema and name.
    pub tables: Vec<SqlTrialTableView>,
    /// Tables that were locked against others, the strongest lock first.
    pub locks: Vec<SqlTrialLockView>,
    /// How the schema differs from that of the branch that it was tried for, as a diff of SQL; empty where it doesn't.
    pub schema_diff: String,
    /// Subscriptions, user mappings and jobs that were switched off on the branch before, a sentence each.
    pub switched_off: Vec<String>,
    /// From the click to the branch, in milliseconds.
    pub branch_milliseconds: f64,
    /// From the first statement to the last answer, in milliseconds.
    pub milliseconds: f64,
}

/// A statement of a trial.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlTrialStatementView {
    /// The statement in the text.
    pub extent: SqlExtent,
    /// The duration in milliseconds.
    pub milliseconds: f64,
    /// The server's tag, such as `UPDATE 3`.
    pub tag: String,
}

/// The rows of a table that a trial changed.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlTrialTableView {
    /// The schema.
    pub schema: String,
    /// The name.
    pub name: String,
    /// Rows that were inserted.
    pub inserted: f64,
    /// Rows that were updated.
    pub updated: f64,
    /// Rows that were deleted.
    pub deleted: f64,
}

/// A lock that a trial took on a table.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SqlTrialLockView {
    /// Schema of the table.
    pub schema: String,
    /// Name of the table.
    pub name: String,
    /// The mode as PostgreSQL names it, such as `AccessExclusiveLock`.
    pub mode: String,
    /// From the start of the statement that took it to the end of its transaction, in milliseconds. On a busy branch it takes
    /// longer.
    pub milliseconds: f64,
    /// The statement that took it, by its number from 0.
    pub statement: u32,
    /// True if it was seen from a second session now and then, because the statement can't run in a transaction.
    pub is_sampled: bool,
}
