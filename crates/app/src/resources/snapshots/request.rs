//! What a person may ask of snapshots.

use api::resource::snapshots as wire;
use api::resource::snapshots::{BackupSchedule, Frequency, ScheduleItem};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::base::check::{self, LONG_NAME};
use crate::base::ids;
use crate::resources::branches::{check_lsn, one_point};
use crate::view::SnapshotScheduleView;

/// What a new snapshot is to be. Without a moment it is of the present.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct CreateSnapshot {
    /// Its name, 1 to 256 characters; the platform makes one up when `None`.
    pub name: Option<String>,
    /// An LSN in the branch's WAL.
    pub lsn: Option<String>,
    /// A moment of the branch.
    pub timestamp: Option<DateTime<Utc>>,
    /// When it is deleted, to the second.
    pub expires_at: Option<DateTime<Utc>>,
}

impl CreateSnapshot {
    pub(super) fn checked(self) -> Result<wire::CreateSnapshot, Error> {
        if self.lsn.is_some() && self.timestamp.is_some() {
            return Err(one_point());
        }
        if let Some(lsn) = &self.lsn {
            check_lsn(lsn)?;
        }
        Ok(wire::CreateSnapshot {
            name: check::optional_name(self.name.as_deref(), "snapshot", LONG_NAME)?,
            lsn: self.lsn,
            timestamp: self.timestamp,
            expires_at: self.expires_at,
        })
    }
}

/// How a snapshot is restored.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct RestoreSnapshot {
    /// The name of the new branch; the platform makes one up when `None`.
    pub name: Option<String>,
    /// The branch that the new one is to replace; the snapshot's own when `None`.
    pub target_branch_id: Option<String>,
    /// Whether it replaces that branch at once.
    pub finalize: bool,
}

impl RestoreSnapshot {
    pub(super) fn checked(self) -> Result<wire::RestoreSnapshot, Error> {
        let target = self.target_branch_id.as_deref();
        Ok(wire::RestoreSnapshot {
            name: check::optional_name(self.name.as_deref(), "branch", LONG_NAME)?,
            target_branch_id: target.map(ids::branch).transpose()?,
            finalize_restore: self.finalize,
        })
    }
}

/// The shortest time for which a schedule keeps snapshots, in seconds.
const SHORTEST_RETENTION: i64 = 3_600;

pub(super) fn checked_schedule(schedule: &[SnapshotScheduleView]) -> Result<BackupSchedule, Error> {
    let items = schedule.iter().map(checked_item);
    Ok(BackupSchedule {
        schedule: items.collect::<Result<_, _>>()?,
    })
}

fn checked_item(item: &SnapshotScheduleView) -> Result<ScheduleItem, Error> {
    let frequency = item.frequency();
    if matches!(frequency, Frequency::Other(_)) {
        return Err(Error::invalid("This is not a schedule")
            .hint("Choose hourly, daily, weekly, monthly or yearly."));
    }
    let last_day = match frequency {
        Frequency::Weekly => 7,
        _ => 31,
    };
    for (what, value, least, most) in [
        ("hour", item.hour, 0, 23),
        ("day", item.day, 1, last_day),
        ("month", item.month, 1, 12),
    ] {
        if value.is_some_and(|value| !(least..=most).contains(&value)) {
            return Err(Error::invalid(format!("The {what} is not valid"))
                .hint(format!("Enter a number from {least} to {most}.")));
        }
    }
    let retention_seconds = item.retention_seconds.map(whole);
    if retention_seconds.is_some_and(|seconds| seconds < SHORTEST_RETENTION) {
        return Err(
            Error::invalid("Snapshots are kept too short").hint("Keep them for at least an hour.")
        );
    }
    Ok(ScheduleItem {
        frequency,
        hour: item.hour,
        day: item.day,
        month: item.month,
        retention_seconds,
    })
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a number of the window, which has no fraction where it counts seconds"
)]
fn whole(seconds: f64) -> i64 {
    seconds as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(frequency: &str) -> SnapshotScheduleView {
        SnapshotScheduleView {
            frequency: frequency.to_owned(),
            hour: None,
            day: None,
            month: None,
            retention_seconds: None,
        }
    }

    #[test]
    fn a_schedule_that_the_platform_would_refuse_is_not_sent() {
        let refusal = |item| checked_schedule(&[item]).unwrap_err().to_string();
        assert_eq!(refusal(item("minutely")), "This is not a schedule");
        let hour = Some(24);
        assert_eq!(
            refusal(SnapshotScheduleView {
                hour,
                ..item("daily")
            }),
            "The hour is not valid"
        );
        let day = Some(8);
        assert_eq!(
            refusal(SnapshotScheduleView {
                day,
                ..item("weekly")
            }),
            "The day is not valid"
        );
        let retention_seconds = Some(3_599.0);
        assert_eq!(
            refusal(SnapshotScheduleView {
                retention_seconds,
                ..item("daily")
            }),
            "Snapshots are kept too short"
        );
        assert!(
            checked_schedule(&[SnapshotScheduleView {
                day,
                ..item("monthly")
            }])
            .is_ok()
        );
    }
}
