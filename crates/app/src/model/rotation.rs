//! What is written down of the change of a key for a new one. No secret is part of it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::view::{ErrorView, KeyKind, RotationStep};

/// A rotation as it stands.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RotationRecord {
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) account_name: String,
    /// The account that makes the new key and revokes the former one.
    pub(crate) by_account_id: String,
    pub(crate) kind: KeyKind,
    /// Whose key it is, when it is not a person's.
    pub(crate) organization_id: Option<String>,
    /// The one project of a key that is for one.
    pub(crate) project_id: Option<String>,
    pub(crate) old_key_id: String,
    pub(crate) old_name: Option<String>,
    pub(crate) new_name: String,
    /// The new key, once its secret is in the vault.
    pub(crate) new_key_id: Option<String>,
    /// Keys of the new name that were there before.
    pub(crate) before: Vec<String>,
    /// The account's `key_generation` when this began.
    #[serde(rename = "keyNumber")]
    pub(crate) key_generation: u32,
    pub(crate) step: RotationStep,
    /// How often a key that was made turned out to be of no use.
    pub(crate) tries: u32,
    /// A key may have been asked for: one whose secret nobody has may be left.
    #[serde(rename = "asked")]
    pub(crate) create_requested: bool,
    /// The former key is revoked, as far as the platform said.
    pub(crate) revoked: bool,
    /// It is given up.
    pub(crate) undoing: bool,
    pub(crate) problem: Option<ErrorView>,
    pub(crate) started_at: DateTime<Utc>,
    /// Milliseconds from this machine's clock to the platform's when it began.
    pub(crate) offset_ms: Option<i64>,
}

impl RotationRecord {
    /// Whether nothing is left to be done.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.step, RotationStep::Done | RotationStep::Undone)
    }

    /// The former key in words.
    pub(crate) fn old_label(&self) -> String {
        let name = self.old_name.as_deref();
        name.map_or_else(|| format!("Key {}", self.old_key_id), ToOwned::to_owned)
    }
}
