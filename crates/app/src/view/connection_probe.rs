use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::ErrorView;

/// Whether something that a click made or started takes connections: asked by a real one, and only after a click.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionProbeView {
    /// Local id of the account.
    pub account_id: String,
    /// The project.
    pub project_id: String,
    /// The branch.
    pub branch_id: String,
    /// The compute that was connected to, once it is known.
    pub compute_id: Option<String>,
    /// How far it is.
    pub state: ConnectionProbeState,
    /// Since when it is so.
    pub since: DateTime<Utc>,
    /// From the click to the answer of `SELECT 1`, in milliseconds.
    pub milliseconds: Option<u32>,
    /// Why no connection came about.
    pub error: Option<ErrorView>,
}

/// How far it is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ConnectionProbeState {
    /// The platform works on it.
    Waiting,
    /// A connection is tried.
    Connecting,
    /// A connection answered.
    Usable,
    /// No connection came about.
    Failed,
}
