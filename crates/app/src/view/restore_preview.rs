use serde::{Deserialize, Serialize};
use specta::Type;

/// How what a branch holds now differs from what a restore would put there.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestorePreviewView {
    /// By name.
    pub databases: Vec<PreviewDatabaseView>,
}

/// One database of a branch, now and after a restore.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PreviewDatabaseView {
    /// Its name.
    pub name: String,
    /// Whether it is there now.
    pub is_now: bool,
    /// Whether it would be there.
    pub is_then: bool,
    /// Tables whose counts differ, or may differ, by schema and name.
    pub tables: Vec<PreviewTableView>,
    /// How many have as many rows now as they would have.
    pub same: u32,
    /// Why it could not be compared.
    pub error: Option<String>,
}

/// One table, now and after a restore.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PreviewTableView {
    /// Its schema.
    pub schema: String,
    /// Its name.
    pub name: String,
    /// What it holds now; `None` when it is not there.
    pub now: Option<TableCountView>,
    /// What it would hold; `None` when it would not be there.
    pub after: Option<TableCountView>,
}

/// What a table holds.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TableCountView {
    /// Its rows.
    #[specta(type = u32)]
    pub rows: f64,
    /// False for an estimate: counting took too long, or is not allowed.
    pub is_exact: bool,
    /// With its indexes.
    #[specta(type = u32)]
    pub bytes: f64,
}
