use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ErrorView, InstantServiceKind, SaveStateView, SeedStateView};

/// The list.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemporaryListView {
    /// Newest first.
    pub items: Vec<TemporaryView>,
}

/// One temporary database in the list.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemporaryView {
    /// Local id. The service's own id is a secret and stays in the vault.
    pub id: String,
    /// Name in the list; the person may change it.
    pub name: String,
    /// What kind of instant service it lives in.
    pub service_kind: InstantServiceKind,
    /// Label of the instant service, such as `This machine` or `neon.new`.
    pub service_label: String,
    /// The account it lives in, when its instant service is one.
    pub account_id: Option<String>,
    /// How it stands.
    pub state: TemporaryState,
    /// When the platform made it, or when creation began here.
    pub created_at: DateTime<Utc>,
    /// When the platform's record of it last changed.
    pub updated_at: Option<DateTime<Utc>>,
    /// When it goes with its data; `None` once claimed or unknown.
    pub expires_at: Option<DateTime<Utc>>,
    /// Add to this machine's clock to get the platform's, in milliseconds.
    #[specta(type = i32)]
    pub clock_offset_ms: f64,
    /// The referrer it was made with.
    pub reference: String,
    /// Made with `wal_level` logical.
    pub logical_replication: bool,
    /// Id of the platform project under it.
    pub project_id: Option<String>,
    /// Where it listens; `None` until it exists or when its secrets are not available.
    pub endpoint: Option<EndpointView>,
    /// True when the known connection string is from before the claim.
    pub before_claim: bool,
    /// Why there is no connection string or claim link, when the vault did not give them.
    pub secrets_missing: Option<ErrorView>,
    /// Why the keychain did not take the secrets, while they are in memory only. It is tried again until the app quits.
    #[serde(default)]
    #[specta(optional)]
    pub secrets_unsaved: Option<ErrorView>,
    /// The env file it was last written to.
    pub env: Option<EnvNoteView>,
    /// The last seeding.
    pub seed: Option<SeedStateView>,
    /// The last save to a file or copy into a project.
    pub saved: Option<SaveStateView>,
    /// Storage limit in bytes while unclaimed.
    #[specta(type = u32)]
    pub storage_limit_bytes: f64,
    /// Transfer limit in bytes while unclaimed.
    #[specta(type = u32)]
    pub transfer_limit_bytes: f64,
    /// When the platform was last asked with success.
    pub checked_at: Option<DateTime<Utc>>,
    /// Why the last read failed; what is shown is from `checked_at`.
    pub check_error: Option<ErrorView>,
    /// True where the platform deletes it when it is asked to, before it expires.
    #[serde(default)]
    pub can_delete: bool,
    /// True while the claim page was opened and its end is being watched.
    pub watching_claim: bool,
}

/// Where a database listens, without its password.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EndpointView {
    /// Host of the pooled string.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Database name.
    pub database: String,
    /// Role name.
    pub role: String,
}

/// How a temporary database stands.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum TemporaryState {
    /// The request is under way.
    Creating,
    /// There, not claimed, and it will expire.
    Unclaimed,
    /// Somebody is claiming it.
    Claiming,
    /// Kept in an account; it does not expire.
    Claimed,
    /// Its time is over; its data is gone.
    Expired,
    /// The platform does not know it, before its time.
    Gone,
    /// The reply to its creation was lost: it may exist, and cannot be reached from here.
    Unclear,
    /// It was not made.
    Failed,
    /// A state that this version does not know.
    Unknown,
}

/// The warnings before a database goes.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ExpiryWarning {
    /// Less than a day.
    Day,
    /// Less than four hours.
    FourHours,
    /// Less than half an hour.
    HalfHour,
}

/// The env file that holds a database's credentials.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EnvNoteView {
    /// Its path.
    pub path: String,
    /// The variable of the connection string.
    pub key: String,
    /// When it was written.
    pub written_at: DateTime<Utc>,
}

/// Where the project of a claimed temporary database was found.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ClaimedProjectView {
    /// The connected account that has it, by its local id.
    pub account_id: String,
    /// Its id.
    pub project_id: String,
}

/// A claim link found in an env file.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportCandidateView {
    /// The variable that holds the link.
    pub variable: String,
    /// Its line, from 1.
    pub line: u32,
    /// Host of the link.
    pub host: String,
    /// True when a connection string stands beside it.
    pub has_connection: bool,
    /// Why it cannot be imported, when it cannot.
    pub refused: Option<String>,
    /// Name in the list, when it is there already.
    pub known_as: Option<String>,
}
