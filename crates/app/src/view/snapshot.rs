use api::resource::snapshots::{Frequency, ScheduleItem, Snapshot};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::number::counted;

/// A frozen copy of a branch.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SnapshotView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The branch that it was taken of.
    pub source_branch_id: Option<String>,
    /// Where in the branch's WAL it was taken.
    pub lsn: Option<String>,
    /// The moment of the branch that it holds.
    pub timestamp: Option<DateTime<Utc>>,
    /// Whether a schedule took it.
    pub is_scheduled: bool,
    /// When it was taken.
    pub created_at: Option<DateTime<Utc>>,
    /// When it is deleted; `None` is never.
    pub expires_at: Option<DateTime<Utc>>,
    /// Bytes of what it holds; `None` until they are counted.
    #[specta(type = Option<u32>)]
    pub full_size: Option<f64>,
    /// Bytes of that which the scheduled snapshot before it lacks, where it is charged by them.
    #[specta(type = Option<u32>)]
    pub diff_size: Option<f64>,
}

impl From<&Snapshot> for SnapshotView {
    fn from(snapshot: &Snapshot) -> Self {
        let source = snapshot.source_branch_id.as_ref();
        Self {
            id: snapshot.id.to_string(),
            name: snapshot.name.clone(),
            source_branch_id: source.map(ToString::to_string),
            lsn: snapshot.lsn.clone(),
            timestamp: snapshot.timestamp,
            is_scheduled: snapshot.manual == Some(false),
            created_at: snapshot.created_at,
            expires_at: snapshot.expires_at,
            full_size: counted(snapshot.full_size),
            diff_size: counted(snapshot.diff_size),
        }
    }
}

/// One rhythm in which snapshots of a branch are taken, in UTC.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SnapshotScheduleView {
    /// How often, in the platform's word, such as `daily`.
    pub frequency: String,
    /// The hour of the day, 0 to 23.
    pub hour: Option<u8>,
    /// The day of the week, 1 to 7 from Monday, or of the month, 1 to 31.
    pub day: Option<u8>,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// Seconds that each is kept; for good when `None`.
    #[specta(type = Option<u32>)]
    pub retention_seconds: Option<f64>,
}

impl From<&ScheduleItem> for SnapshotScheduleView {
    fn from(item: &ScheduleItem) -> Self {
        Self {
            frequency: item.frequency.to_string(),
            hour: item.hour,
            day: item.day,
            month: item.month,
            retention_seconds: counted(item.retention_seconds),
        }
    }
}

impl SnapshotScheduleView {
    /// How often, as the platform's word is read.
    pub(crate) fn frequency(&self) -> Frequency {
        self.frequency.as_str().into()
    }
}
