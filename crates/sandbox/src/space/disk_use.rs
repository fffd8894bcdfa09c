//! What the disk holds, and what a person reads when it is used up.

use chrono::{DateTime, Utc};
use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiskKind {
    /// Default branches of projects and of temporary databases.
    Projects,
    Branches,
    /// What read-only computes have.
    Replicas,
    Snapshots,
    /// Deleted projects that can still be recovered.
    DeletedProjects,
    /// Deleted branches that can still be recovered, of projects that are not deleted.
    DeletedBranches,
    /// What new databases are copied from, with the one that is copied ahead.
    Templates,
    Logs,
    /// What was quarantined, because nobody knows it or it could not be read.
    Quarantine,
    Other,
}

/// What one kind takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiskPart {
    pub kind: DiskKind,
    pub bytes: u64,
    /// How many of the kind there are; none of `Other`.
    pub count: usize,
    /// When the last of what is deleted goes for good.
    pub until: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct DiskUse {
    pub used_bytes: u64,
    /// Beyond this nothing new is made; what is there goes on. None where the system does not tell
    /// how much is free.
    pub max_bytes: Option<u64>,
    /// Whether a copy shares its blocks until one is written to, so that a branch takes no room at first; none where
    /// that is not known.
    pub clones: Option<bool>,
    /// Only kinds of which there is something; none before the first measurement.
    pub parts: Vec<DiskPart>,
}

/// The reason for a refusal: the sum of used, reserved and wanted bytes is over the limit.
#[derive(Debug)]
pub struct NoRoom {
    pub usage: DiskUse,
    /// For copies that are being made.
    pub reserved: u64,
    /// The room that the new data would take.
    pub wanted: u64,
}

impl NoRoom {
    /// Bytes beyond the limit.
    pub fn missing(&self) -> u64 {
        let total = self.usage.used_bytes + self.reserved + self.wanted;
        total.saturating_sub(self.usage.max_bytes.unwrap_or(u64::MAX))
    }

    pub(crate) fn refusal(&self) -> String {
        let reserved = match self.reserved {
            0 => String::new(),
            bytes => format!(" and {} for copies that are being made", size(bytes)),
        };
        format!(
            "the sandbox uses {} of disk space{reserved}, and {} more would exceed the limit of {}",
            size(self.usage.used_bytes),
            size(self.wanted),
            size(self.usage.max_bytes.unwrap_or_default())
        )
    }
}

impl DiskUse {
    /// False before the first measurement, when no number says anything. The state store is there from the start, so a
    /// measurement finds something.
    pub fn is_measured(&self) -> bool {
        !self.parts.is_empty()
    }

    /// What takes the disk, and what to do.
    pub(crate) fn advice(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(DiskPart::describe).collect();
        format!(
            "In use: {}. {}Delete what you don't need (hard_delete=true deletes a branch at once), or raise the limit: \
             `plinth sandbox options --set maxDiskGb=40`, the Sandbox screen, or --max-disk of plinth-sandbox.",
            parts.join(", "),
            self.recoverable()
        )
    }

    /// The room that deleted projects and branches hold, their deadline, and the command that frees it. Empty without one.
    fn recoverable(&self) -> String {
        let part = |kind| {
            self.parts
                .iter()
                .find(|it| it.kind == kind && it.until.is_some())
        };
        let parts = [
            part(DiskKind::DeletedProjects),
            part(DiskKind::DeletedBranches),
        ];
        let subject = match parts {
            [Some(_), Some(_)] => "Deleted projects and branches",
            [Some(_), None] => "Deleted projects",
            [None, _] => "Deleted branches",
        };
        let parts = parts.iter().flatten();
        let Some(until) = parts.clone().filter_map(|it| it.until).max() else {
            return String::new();
        };
        format!(
            "{subject} hold {} until {} at the latest, because they can be recovered. `plinth sandbox purge`, the \
             Sandbox screen or POST /sandbox/purge deletes them for good. ",
            size(parts.map(|it| it.bytes).sum()),
            time(until)
        )
    }
}

impl DiskPart {
    fn describe(&self) -> String {
        let (count, size) = (self.count, size(self.bytes));
        let until = self.until.map(|until| format!(" (until {})", time(until)));
        let until = until.unwrap_or_default();
        match self.kind {
            DiskKind::Projects => format!("{count} projects {size}"),
            DiskKind::Branches => format!("{count} branches {size}"),
            DiskKind::Replicas => format!("{count} read-only computes {size}"),
            DiskKind::Snapshots => format!("{count} snapshots {size}"),
            DiskKind::DeletedProjects => format!("{count} deleted projects {size}{until}"),
            DiskKind::DeletedBranches => format!("{count} deleted branches {size}{until}"),
            DiskKind::Templates => format!("templates {size}"),
            DiskKind::Logs => format!("logs {size}"),
            DiskKind::Quarantine => format!("{count} in quarantine {size}"),
            DiskKind::Other => format!("other files {size}"),
        }
    }
}

fn time(at: DateTime<Utc>) -> impl std::fmt::Display {
    at.format("%Y-%m-%d %H:%M UTC")
}

/// In megabytes or gigabytes with one decimal.
fn size(bytes: u64) -> String {
    let (unit, word) = match bytes {
        1_000_000_000.. => (1_000_000_000, "GB"),
        _ => (1_000_000, "MB"),
    };
    format!("{}.{} {word}", bytes / unit, bytes % unit * 10 / unit)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    #[test]
    fn a_refusal_says_what_takes_the_disk_and_what_to_do() {
        let part = |kind, bytes, count, until| DiskPart {
            kind,
            bytes,
            count,
            until,
        };
        let until = DateTime::from_timestamp(1_800_000_000, 0);
        let later = until.map(|it| it + chrono::TimeDelta::days(7));
        let usage = DiskUse {
            used_bytes: 19_990_000_000,
            max_bytes: Some(20_000_000_000),
            clones: Some(false),
            parts: vec![
                part(DiskKind::Projects, 12_150_000_000, 400, None),
                part(DiskKind::DeletedProjects, 7_840_000_000, 280, until),
                part(DiskKind::DeletedBranches, 150_000_000, 6, later),
            ],
        };
        let mut no_room = NoRoom {
            usage,
            reserved: 0,
            wanted: 27_450_000,
        };
        assert_eq!(
            no_room.refusal(),
            "the sandbox uses 19.9 GB of disk space, and 27.4 MB more would exceed the limit of 20.0 GB"
        );
        no_room.reserved = 1_150_000_000;
        assert_eq!(
            no_room.refusal(),
            "the sandbox uses 19.9 GB of disk space and 1.1 GB for copies that are being made, and 27.4 MB more \
             would exceed the limit of 20.0 GB"
        );
        assert_eq!(
            no_room.usage.advice(),
            "In use: 400 projects 12.1 GB, 280 deleted projects 7.8 GB (until 2027-01-15 08:00 UTC), \
             6 deleted branches 150.0 MB (until 2027-01-22 08:00 UTC). Deleted projects and branches hold 7.9 GB until \
             2027-01-22 08:00 UTC at the latest, because they can be recovered. `plinth sandbox purge`, the \
             Sandbox screen or POST /sandbox/purge deletes them for good. Delete what you don't need \
             (hard_delete=true deletes a branch at once), or raise the limit: \
             `plinth sandbox options --set maxDiskGb=40`, the Sandbox screen, or --max-disk of plinth-sandbox."
        );
        no_room
            .usage
            .parts
            .retain(|it| it.kind != DiskKind::DeletedProjects);
        let advice = no_room.usage.advice();
        let held = "Deleted branches hold 150.0 MB until 2027-01-22 08:00 UTC at the latest";
        assert!(advice.contains(held), "{advice}");
        assert_eq!(size(27_450_000), "27.4 MB");
    }
}
