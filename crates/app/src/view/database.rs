use api::resource::databases::Database;
use api::resource::roles::Role;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::number::text;
use super::{OneTimeSecretView, OperationView};

/// A database of a branch.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseView {
    /// Its name, exactly.
    pub name: String,
    /// The platform's number for it.
    #[serde(default)]
    #[specta(optional)]
    pub id: Option<String>,
    /// The role that owns it.
    pub owner: String,
    /// When it was made.
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    pub updated_at: Option<DateTime<Utc>>,
}

/// A role of a branch, without its password.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RoleView {
    /// Its name, exactly.
    pub name: String,
    /// Whether it belongs to the platform and cannot be changed.
    pub is_protected: bool,
    /// How it logs in, in the platform's word, such as `password`.
    pub authentication_method: Option<String>,
    /// When it was made.
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    pub updated_at: Option<DateTime<Utc>>,
}

/// A role whose password was just made.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewPasswordView {
    /// The role.
    pub role: RoleView,
    /// Its password, as a one-time secret; `None` after a lost reply and for a role that cannot log in.
    pub password: Option<OneTimeSecretView>,
    /// What still goes on: until these have ended the old password holds.
    pub operations: Vec<OperationView>,
}

impl From<&Database> for DatabaseView {
    fn from(database: &Database) -> Self {
        Self {
            name: database.name.clone(),
            id: database.id.map(|id| id.to_string()),
            owner: database.owner_name.clone(),
            created_at: database.created_at,
            updated_at: database.updated_at,
        }
    }
}

impl From<&Role> for RoleView {
    fn from(role: &Role) -> Self {
        Self {
            name: role.name.clone(),
            is_protected: role.protected,
            authentication_method: text(role.authentication_method.as_ref()),
            created_at: role.created_at,
            updated_at: role.updated_at,
        }
    }
}
