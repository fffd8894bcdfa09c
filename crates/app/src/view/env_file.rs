use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use specta::Type;

use super::ConnectSource;

/// What to write where. An env file is named by its path; a folder means its `.env`.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EnvArgs {
    /// Whose credentials are written.
    pub source: ConnectSource,
    /// Absolute path of the file or of a folder; `~/` is understood.
    pub path: String,
    /// Variable of the connection string, `DATABASE_URL` by default.
    pub key: String,
    /// Prefix of public variables, `PUBLIC_` by default.
    pub prefix: String,
    /// Variables that are present and shall be replaced.
    pub replace: Vec<String>,
}

/// A change to an env file that was worked out but not written.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EnvPreviewView {
    /// Names this preview when writing it.
    pub id: String,
    /// The file that will be written, links followed.
    pub path: String,
    /// The link that was named, when it leads to `path`.
    pub via_link: Option<String>,
    /// True when the file does not exist yet.
    pub creates: bool,
    /// The change, line by line, every value masked.
    pub lines: Vec<DiffLineView>,
    /// Variables that are there already with a value and were not chosen to be replaced.
    pub present: Vec<PresentVariableView>,
    /// True when it can be written as it is.
    pub writable: bool,
    /// Whether git would pick the secrets up.
    pub git: GitState,
    /// Things to know before writing besides what `git` says, each a sentence.
    pub warnings: Vec<String>,
}

/// One line of a change.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiffLineView {
    /// Kept, added or removed.
    pub kind: DiffKind,
    /// Line number before, from 1.
    pub old: Option<u32>,
    /// Line number after, from 1.
    pub new: Option<u32>,
    /// The line with its value masked.
    pub text: String,
}

/// What happens to a line.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DiffKind {
    /// Stays as it is.
    Context,
    /// Comes in.
    Added,
    /// Goes.
    Removed,
    /// Lines left out of the view.
    Gap,
}

/// A variable that is there already.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PresentVariableView {
    /// Its name.
    pub variable: String,
    /// The line that counts, from 1.
    pub line: u32,
}

/// Whether git would pick a file up.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum GitState {
    /// Not in a work tree.
    Outside,
    /// In a work tree, and ignored.
    Ignored,
    /// In a work tree, tracked: it would be committed.
    Tracked,
    /// In a work tree, neither tracked nor ignored: it could be committed.
    Untracked,
    /// Git is missing or did not answer.
    Unknown,
}

/// A change that was written.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EnvReceiptView {
    /// Names this change when undoing it.
    pub undo_id: String,
    /// The file that was written.
    pub path: String,
    /// The variables that were written, in order.
    pub variables: Vec<String>,
}

/// What a change would do to which file, for a question outside of the page.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct EnvTarget {
    /// The file, as it was named.
    pub path: PathBuf,
    /// The variables that are written, in order.
    pub variables: Vec<String>,
    /// Those of them whose present values are replaced.
    pub replaced: Vec<String>,
    /// Whether the file is new.
    pub creates: bool,
}
