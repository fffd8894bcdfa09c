//! Snapshots, what is restored from them, and the schedules that take them.

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, TimeDelta, Timelike, Utc};
use serde::{Deserialize, Serialize};

/// What a branch that is a snapshot is of. It never has a compute and is in no list of branches, so nothing changes its
/// data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotOf {
    pub source_branch_id: String,
    /// Asked for by a call, and not by a schedule.
    pub manual: bool,
    /// In bytes; none until it was measured.
    #[serde(default)]
    pub full_size: Option<u64>,
    /// What of that is not in the scheduled snapshot before it; none where there is none.
    #[serde(default)]
    pub diff_size: Option<u64>,
}

impl SnapshotOf {
    /// What it is charged for.
    pub fn charged(&self) -> u64 {
        self.diff_size.or(self.full_size).unwrap_or(0)
    }
}

/// Also of one that is gone, of which only its hours are left.
pub fn is_snapshot(branch_id: &str) -> bool {
    branch_id.starts_with("snap-")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RestoreStatus {
    /// It has the snapshot's data, beside the branch that it is to replace.
    Restored,
    /// It has replaced that branch.
    Finalized,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupSchedule {
    pub items: Vec<ScheduleItem>,
    /// What it names until then was taken, or came before it was set.
    pub since: DateTime<Utc>,
}

/// As it is sent and answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleItem {
    pub frequency: Frequency,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hour: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<i64>,
    /// None keeps what it takes for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retention_seconds: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frequency {
    Hourly,
    Daily,
    /// `day` counts from Monday, which is 1.
    Weekly,
    Monthly,
    Yearly,
}

impl BackupSchedule {
    /// When a snapshot is due next.
    pub fn next(&self) -> Option<DateTime<Utc>> {
        self.items.iter().filter_map(|it| it.next(self.since)).min()
    }

    /// How long a snapshot is kept that is taken now: as long as one of the items that are due wants it.
    pub fn expires_at(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let due = |it: &&ScheduleItem| it.next(self.since).is_some_and(|at| at <= now);
        let mut longest = Some(now);
        for item in self.items.iter().filter(due) {
            let end = item.retention_seconds.and_then(TimeDelta::try_seconds);
            let end = end.and_then(|end| now.checked_add_signed(end));
            longest = longest.zip(end).map(|(longest, end)| longest.max(end));
        }
        longest
    }
}

impl ScheduleItem {
    /// The first time after that moment which it names. In UTC; a day that a month does not have is its last one.
    pub fn next(&self, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let date = after.date_naive();
        if self.frequency == Frequency::Hourly {
            let hour = date.and_hms_opt(after.hour(), 0, 0)?.and_utc();
            return hour.checked_add_signed(TimeDelta::hours(1));
        }
        let days = date.iter_days().take(DAYS_OF_TWO_YEARS);
        let hour = u32::try_from(self.hour.unwrap_or(0)).ok()?;
        let at = |day: NaiveDate| Some(day.and_hms_opt(hour, 0, 0)?.and_utc());
        let mut named = days.filter(|day| self.names(*day)).filter_map(at);
        named.find(|at| *at > after)
    }

    fn names(&self, date: NaiveDate) -> bool {
        let day = self.day.unwrap_or(1);
        let of_month = || i64::from(date.day()) == day.min(last_day(date));
        match self.frequency {
            Frequency::Hourly | Frequency::Daily => true,
            Frequency::Weekly => i64::from(date.weekday().number_from_monday()) == day,
            Frequency::Monthly => of_month(),
            Frequency::Yearly => i64::from(date.month()) == self.month.unwrap_or(1) && of_month(),
        }
    }
}

const DAYS_OF_TWO_YEARS: usize = 732;

fn last_day(date: NaiveDate) -> i64 {
    let next = date
        .with_day(1)
        .and_then(|first| first.checked_add_months(Months::new(1)));
    let last = next.and_then(|next| next.checked_sub_days(Days::new(1)));
    last.map_or(31, |it| i64::from(it.day()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(frequency: Frequency, fields: [Option<i64>; 3]) -> ScheduleItem {
        let [hour, day, month] = fields;
        ScheduleItem {
            frequency,
            hour,
            day,
            month,
            retention_seconds: None,
        }
    }

    fn at(text: &str) -> DateTime<Utc> {
        format!("{text}:00Z").parse().unwrap()
    }

    #[test]
    fn the_next_time_is_the_first_that_is_named_after_a_moment() {
        use Frequency::{Daily, Hourly, Monthly, Weekly, Yearly};
        for (item, after, next) in [
            (
                item(Hourly, [None; 3]),
                "2026-01-31T23:59",
                "2026-02-01T00:00",
            ),
            (
                item(Hourly, [None; 3]),
                "2026-01-31T12:00",
                "2026-01-31T13:00",
            ),
            (
                item(Daily, [None; 3]),
                "2026-01-31T00:00",
                "2026-02-01T00:00",
            ),
            (
                item(Daily, [Some(9), None, None]),
                "2026-01-31T08:59",
                "2026-01-31T09:00",
            ),
            // A Saturday; the next Monday.
            (
                item(Weekly, [None; 3]),
                "2026-01-31T08:00",
                "2026-02-02T00:00",
            ),
            (
                item(Weekly, [Some(7), Some(6), None]),
                "2026-01-31T08:00",
                "2026-02-07T07:00",
            ),
            (
                item(Monthly, [None, Some(31), None]),
                "2026-01-31T00:00",
                "2026-02-28T00:00",
            ),
            (
                item(Monthly, [Some(1), Some(15), None]),
                "2026-01-31T00:00",
                "2026-02-15T01:00",
            ),
            (
                item(Yearly, [None; 3]),
                "2026-01-01T00:00",
                "2027-01-01T00:00",
            ),
            (
                item(Yearly, [None, Some(29), Some(2)]),
                "2026-03-01T00:00",
                "2027-02-28T00:00",
            ),
        ] {
            assert_eq!(
                item.next(at(after)),
                Some(at(next)),
                "{item:?} after {after}"
            );
        }
    }

    #[test]
    fn one_snapshot_serves_all_items_that_are_due_and_is_kept_for_the_longest() {
        let mut daily = item(Frequency::Daily, [None; 3]);
        daily.retention_seconds = Some(3_600);
        let mut weekly = item(Frequency::Weekly, [None; 3]);
        weekly.retention_seconds = Some(7_200);
        let mut schedule = BackupSchedule {
            items: vec![daily, weekly],
            since: at("2026-01-31T08:00"),
        };
        assert_eq!(schedule.next(), Some(at("2026-02-01T00:00")));
        let expires = |schedule: &BackupSchedule, now| schedule.expires_at(at(now));
        assert_eq!(
            expires(&schedule, "2026-02-01T00:00"),
            Some(at("2026-02-01T01:00"))
        );
        assert_eq!(
            expires(&schedule, "2026-02-02T00:00"),
            Some(at("2026-02-02T02:00"))
        );
        schedule.items.push(item(Frequency::Hourly, [None; 3]));
        assert_eq!(expires(&schedule, "2026-02-02T00:00"), None, "for good");
    }
}
