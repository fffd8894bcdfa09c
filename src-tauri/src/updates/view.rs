//! Updates as the window shows them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::source::UpdatedBy;

/// How this Plinth is updated, and what is known of a newer one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpdatesView {
    /// The version that runs.
    pub version: String,
    pub by: UpdatedBy,
    /// The server that is asked, with its port where that is not the usual one.
    pub host: Option<String>,
    /// When it was last asked since Plinth was started.
    pub checked_at: Option<DateTime<Utc>>,
    /// A newer version that can be installed.
    pub release: Option<ReleaseView>,
    /// How far its download is.
    pub download: Option<DownloadView>,
    /// The version that was installed and runs from the next start.
    pub installed: Option<String>,
}

/// A newer version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseView {
    pub version: String,
    /// What is new, as plain text; empty where nothing is said.
    pub notes: String,
    pub published_at: Option<DateTime<Utc>>,
    /// The server that its package comes from.
    pub host: String,
}

/// How far a download is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DownloadView {
    #[specta(type = u32)]
    pub bytes: f64,
    /// Of how many, where the server says so.
    #[specta(type = Option<u32>)]
    pub total: Option<f64>,
    /// All of it is there: its signature is checked, and it is put in place.
    pub installing: bool,
}
