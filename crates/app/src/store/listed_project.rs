//! A project as a cached list stores it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::word;
use crate::view::{ComputeSizeView, ProjectUsageView, ProjectView};

/// The record of a project, as JSON.
pub(super) fn text(project: &ProjectView) -> Option<String> {
    #[derive(Serialize)]
    struct Record<'a>(#[serde(with = "ListedProject")] &'a ProjectView);
    word::json(Some(&Record(project)))
}

/// The project of a record; `None` for one that cannot be read, such as of a newer version.
pub(super) fn project(record: Option<String>) -> Option<ProjectView> {
    #[derive(Deserialize)]
    struct Record(#[serde(with = "ListedProject")] ProjectView);
    word::read_json::<Record>(record).map(|record| record.0)
}

/// The stored spelling of a project: its names stay when a field of the view gets another one. Data folders have records
/// without the fields that came later, so a new field is an `Option` or has a default.
#[derive(Deserialize, Serialize)]
#[serde(remote = "ProjectView", rename_all = "camelCase")]
struct ListedProject {
    id: String,
    name: String,
    region_id: Option<String>,
    pg_version: Option<u32>,
    is_locked: Option<bool>,
    proxy_host: Option<String>,
    #[serde(with = "ListedComputeSize")]
    compute_size: ComputeSizeView,
    blocks_public: bool,
    blocks_vpc: bool,
    hipaa: bool,
    logical_replication: bool,
    stores_passwords: Option<bool>,
    history_retention_seconds: Option<i32>,
    branch_size_limit_bytes: Option<f64>,
    organization_id: Option<String>,
    organization: Option<String>,
    permission: Option<String>,
    created_at: Option<DateTime<Utc>>,
    updated_at: Option<DateTime<Utc>>,
    last_active_at: Option<DateTime<Utc>>,
    deleted_at: Option<DateTime<Utc>>,
    recoverable_until: Option<DateTime<Utc>>,
    #[serde(with = "ListedUsage")]
    usage: ProjectUsageView,
    /// Not in lists.
    #[serde(skip)]
    details: Option<Box<crate::view::ProjectDetailsView>>,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "ComputeSizeView", rename_all = "camelCase")]
struct ListedComputeSize {
    min_cu: Option<f64>,
    max_cu: Option<f64>,
    suspend_timeout_seconds: Option<i32>,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "ProjectUsageView", rename_all = "camelCase")]
struct ListedUsage {
    active_time_seconds: Option<f64>,
    compute_time_seconds: Option<f64>,
    written_data_bytes: Option<f64>,
    data_transfer_bytes: Option<f64>,
    storage_bytes: Option<f64>,
    period_start: Option<DateTime<Utc>>,
    period_end: Option<DateTime<Utc>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every field, spelled as data folders have it.
    const STORED: &str = r#"{"id":"a-1","name":"shop","regionId":"aws-eu-central-1","pgVersion":17,"isLocked":false,"proxyHost":"h","computeSize":{"minCu":0.25,"maxCu":2.0,"suspendTimeoutSeconds":300},"blocksPublic":false,"blocksVpc":true,"hipaa":false,"logicalReplication":true,"storesPasswords":true,"historyRetentionSeconds":86400,"branchSizeLimitBytes":512.0,"organizationId":"org-1","organization":"Mill","permission":"admin","createdAt":"2026-11-21T10:00:00Z","updatedAt":"2026-11-21T10:00:01Z","lastActiveAt":"2026-11-21T10:00:02Z","deletedAt":"2026-11-21T10:00:03Z","recoverableUntil":"2026-11-28T10:00:03Z","usage":{"activeTimeSeconds":1.0,"computeTimeSeconds":2.0,"writtenDataBytes":3.0,"dataTransferBytes":4.0,"storageBytes":5.0,"periodStart":"2026-11-01T00:00:00Z","periodEnd":"2026-12-01T00:00:00Z"}}"#;

    fn read(record: &str) -> Option<ProjectView> {
        project(Some(record.to_owned()))
    }

    #[test]
    fn records_are_spelled_as_earlier_versions_wrote_them() {
        assert_eq!(text(&read(STORED).unwrap()).unwrap(), STORED);
    }

    #[test]
    fn a_record_of_another_version_is_read_or_left_out() {
        let few = r#"{"id":"a-1","name":"shop","computeSize":{},"blocksPublic":false,"blocksVpc":false,
            "hipaa":false,"logicalReplication":false,"usage":{},"details":{"x":1},"removed":7}"#;
        let project = read(few).unwrap();
        assert_eq!(project.name, "shop");
        assert_eq!(project.region_id, None);
        assert_eq!(project.details, None);
        assert_eq!(read("{}"), None, "it has not even an id");
        assert_eq!(read(&STORED[..200]), None);
    }
}
