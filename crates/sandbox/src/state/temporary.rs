//! The life of a temporary database: UNCLAIMED → CLAIMING → CLAIMED, and the two deadlines.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::secret::{Secret, stored_secret};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ClaimStatus {
    Unclaimed,
    Claiming,
    Claimed,
}

impl ClaimStatus {
    pub fn word(self) -> &'static str {
        match self {
            Self::Unclaimed => "UNCLAIMED",
            Self::Claiming => "CLAIMING",
            Self::Claimed => "CLAIMED",
        }
    }
}

/// The instant service's record over a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Temporary {
    pub id: Uuid,
    pub project_id: String,
    pub referrer: String,
    pub status: ClaimStatus,
    /// Proves that a form was served by this sandbox.
    #[serde(with = "stored_secret")]
    pub claim_token: Secret,
    pub claiming_since: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// Its create has begun and was never answered: the next start takes away what there is of
    /// it. A record without the mark was answered.
    #[serde(default)]
    pub making: bool,
}

pub const LIFETIME: TimeDelta = TimeDelta::hours(72);
/// How long a claim may stay begun before it counts as abandoned.
pub const CLAIM_PATIENCE: TimeDelta = TimeDelta::minutes(15);

/// What `expires_at` says once a database is claimed: the field stays a time that clients can
/// count down to, and none of them gets there.
pub fn never() -> DateTime<Utc> {
    DateTime::from_timestamp(253_402_300_799, 999_000_000).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

pub struct Limits {
    pub storage_bytes: u64,
    pub transfer_bytes: u64,
}

/// Decimal megabytes and gigabytes, as the specification's table has them.
pub fn limits(status: Option<ClaimStatus>) -> Limits {
    match status {
        Some(ClaimStatus::Unclaimed | ClaimStatus::Claiming) => Limits {
            storage_bytes: 100_000_000,
            transfer_bytes: 1_000_000_000,
        },
        Some(ClaimStatus::Claimed) | None => Limits {
            storage_bytes: 512_000_000,
            transfer_bytes: 5_000_000_000,
        },
    }
}

/// What the passing of time does to a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    Nothing,
    /// The claim was begun and left: back to UNCLAIMED.
    ReleaseClaim,
    Expire,
}

impl Temporary {
    pub fn due(&self, now: DateTime<Utc>) -> Due {
        if self.status == ClaimStatus::Claimed {
            return Due::Nothing;
        }
        let abandoned = self
            .claiming_since
            .is_some_and(|since| now - since >= CLAIM_PATIENCE);
        let in_claim = self.status == ClaimStatus::Claiming && !abandoned;
        if now >= self.expires_at && !in_claim {
            return Due::Expire;
        }
        if self.status == ClaimStatus::Claiming && abandoned {
            return Due::ReleaseClaim;
        }
        Due::Nothing
    }

    /// When `due` may answer something else than it does now.
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        match (self.status, self.claiming_since) {
            (ClaimStatus::Claimed, _) => None,
            (ClaimStatus::Claiming, Some(since)) => Some(since + CLAIM_PATIENCE),
            _ => Some(self.expires_at),
        }
    }
}
