use serde::{Deserialize, Serialize};
use specta::Type;

/// A table, a view or a sequence of a database.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// The schema.
    pub schema: String,
    /// The name.
    pub name: String,
    /// The kind of relation.
    pub kind: TableKind,
    /// Rows as the server estimates them; `None` before it counted.
    pub estimated_rows: Option<f64>,
    /// Bytes with its indexes.
    pub bytes: Option<f64>,
    /// The comment of its owner.
    pub comment: Option<String>,
}

/// The kinds of relations.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum TableKind {
    /// A table.
    Table,
    /// A table whose rows are in its partitions.
    Partitioned,
    /// A view.
    View,
    /// A view whose rows are stored.
    MaterializedView,
    /// A table of another server.
    Foreign,
    /// A sequence.
    Sequence,
}

/// A table with its parts.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TableDetailsView {
    /// The table.
    pub table: TableView,
    /// The columns in their order.
    pub columns: Vec<TableColumnView>,
    /// The indexes by name.
    pub indexes: Vec<TablePartView>,
    /// The constraints by name.
    pub constraints: Vec<TablePartView>,
    /// The triggers by name.
    pub triggers: Vec<TablePartView>,
    /// The policies by name.
    pub policies: Vec<TablePartView>,
}

/// A column of a table.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TableColumnView {
    /// The name.
    pub name: String,
    /// The type as SQL has it.
    pub type_name: String,
    /// True if it takes no null.
    pub is_not_null: bool,
    /// The expression of its default, or of a generated column.
    pub default: Option<String>,
    /// True for a column of the primary key.
    pub is_key: bool,
    /// The comment of its owner.
    pub comment: Option<String>,
}

/// An index, a constraint, a trigger or a policy.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TablePartView {
    /// The name.
    pub name: String,
    /// The SQL that defines it.
    pub definition: String,
}
