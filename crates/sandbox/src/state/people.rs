//! Who may do what: users, organizations, members and keys.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    /// A UUID.
    pub id: String,
    pub email: String,
    pub name: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Organization {
    pub id: String,
    pub name: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Oldest first. One is pending while no user has the address.
    #[serde(default)]
    pub invitations: Vec<Invitation>,
    #[serde(default)]
    pub spending_limit_cents: Option<i64>,
}

impl Organization {
    pub fn new(id: String, name: String, now: DateTime<Utc>) -> Self {
        Self {
            id,
            name,
            created_at: now,
            updated_at: now,
            invitations: Vec::new(),
            spending_limit_cents: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// A UUID.
    pub id: String,
    pub email: String,
    pub role: MemberRole,
    /// A user.
    pub invited_by: String,
    pub invited_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemberRole {
    Admin,
    Member,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// A UUID.
    pub id: String,
    pub organization_id: String,
    pub user_id: String,
    pub role: MemberRole,
    pub joined_at: DateTime<Utc>,
}

/// What a key opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyScope {
    /// Everything its user may reach, for as long as the user may.
    Personal,
    /// All projects of an organization.
    Organization { organization_id: String },
    /// One project with the rights of a member, until it leaves the organization.
    Project {
        organization_id: String,
        project_id: String,
    },
}

/// An API key. The token itself is nowhere, only its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    pub id: i64,
    pub name: String,
    pub scope: KeyScope,
    /// The user who made it; a personal key is this user's.
    pub created_by: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
    /// Empty until it is used.
    pub last_used_from_addr: String,
    /// Set once and for good.
    pub revoked_at: Option<DateTime<Utc>>,
    /// SHA-256 of the token, as hexadecimal digits.
    pub token_hash: String,
}
