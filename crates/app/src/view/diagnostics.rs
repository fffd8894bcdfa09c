use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

/// A diagnostics file before it is saved: what is shown is what is written.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosticsView {
    /// Names it when it is saved.
    pub id: String,
    /// When it was made.
    pub at: DateTime<Utc>,
    /// What it begins with.
    pub head: String,
    /// Its sections, each of which can be left out.
    pub sections: Vec<DiagnosticsSectionView>,
}

/// A section with its text, heading included.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosticsSectionView {
    /// Which.
    pub section: DiagnosticsSection,
    /// As it stands in the file.
    pub text: String,
}

/// A section of a diagnostics file.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DiagnosticsSection {
    /// Plinth, the system, PostgreSQL.
    Versions,
    /// Settings that are switches and numbers.
    Settings,
    /// How many accounts, projects and databases there are.
    Counts,
    /// How the sandbox stands.
    Sandbox,
    /// What failed last, by its code.
    Failures,
    /// The contacted hosts.
    Network,
    /// The last lines of the log.
    Log,
}
