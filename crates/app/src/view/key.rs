use api::resource::keys::{ApiKey, RevokedApiKey};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::number::text;

/// An API key, without its token.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeyView {
    /// The platform's number for it.
    pub id: String,
    /// What it was named.
    pub name: String,
    /// When it was made.
    pub created_at: Option<DateTime<Utc>>,
    /// Name or id of who made it.
    pub created_by: Option<String>,
    /// The one project it opens, if only one.
    pub project_id: Option<String>,
    /// When it was last used; `None` is never.
    pub last_used_at: Option<DateTime<Utc>>,
    /// The address it was last used from.
    pub last_used_from: Option<String>,
}

/// A key that was just revoked, for good. After a lost reply there is little more than the id.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RevokedKeyView {
    /// The key, as it last was.
    pub key: KeyView,
    /// Whether the platform says that it is revoked.
    pub revoked: bool,
}

impl From<&ApiKey> for KeyView {
    fn from(key: &ApiKey) -> Self {
        let by = key.created_by.as_ref();
        Self {
            id: key.id.to_string(),
            name: key.name.clone(),
            created_at: key.created_at,
            created_by: by.map(|by| by.name.clone().unwrap_or_else(|| by.id.clone())),
            project_id: text(key.project_id.as_ref()),
            last_used_at: key.last_used_at,
            last_used_from: key.last_used_from_addr.clone(),
        }
    }
}

impl From<&RevokedApiKey> for RevokedKeyView {
    fn from(revoked: &RevokedApiKey) -> Self {
        Self {
            key: KeyView::from(&revoked.key),
            revoked: revoked.revoked,
        }
    }
}
