//! Snapshots of branches, the branches that are restored from them, and the schedules that take them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::branches::Branch;
use super::computes::record::Endpoint;
use super::operations::Operation;
use super::{Begin, lenient, moment, whole};
use crate::call::Call;
use crate::{BranchId, Error, Listed, Management, ProjectId, Reply};

id! {
    /// Id of a snapshot, such as `snap-misty-meadow-a1b2c3d4`. Not a secret.
    plain SnapshotId
}

/// A frozen copy of a branch. Only the id is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Snapshot {
    /// Which one.
    pub id: SnapshotId,
    /// Its name. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// Where in the branch's WAL it was taken, such as `0/1A2B3C8`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub lsn: Option<String>,
    /// The moment of the branch that it holds.
    #[serde(default, deserialize_with = "lenient::time")]
    pub timestamp: Option<DateTime<Utc>>,
    /// The branch that it was taken of.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub source_branch_id: Option<BranchId>,
    /// When it was taken.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// When it is deleted; `None` is never.
    #[serde(default, deserialize_with = "lenient::time")]
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether it was taken by a call, and not by a schedule.
    #[serde(default)]
    pub manual: Option<bool>,
    /// Bytes of what it holds; `None` until they are counted.
    #[serde(default)]
    pub full_size: Option<i64>,
    /// Bytes that differ from the scheduled snapshot before it, where it is billed by them.
    #[serde(default)]
    pub diff_size: Option<i64>,
}

impl Listed for Snapshot {
    const FIELD: &'static str = "snapshots";
}

/// A snapshot and the operations that take it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CreatedSnapshot {
    /// The snapshot, which is not whole yet.
    pub snapshot: Snapshot,
    /// What takes it.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub operations: Vec<Operation>,
}

/// What a new snapshot may be asked to be. Without a moment it is of the present.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CreateSnapshot {
    /// Its name; the platform makes one up when `None`.
    pub name: Option<String>,
    /// An LSN within the branch's restore window. Not with a moment.
    pub lsn: Option<String>,
    /// A moment within the branch's restore window.
    pub timestamp: Option<DateTime<Utc>>,
    /// When it is deleted, to the second.
    pub expires_at: Option<DateTime<Utc>>,
}

/// How a snapshot is restored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RestoreSnapshot {
    /// The name of the new branch; the platform makes one up when `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The branch that the new one is to replace; the snapshot's own when `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_branch_id: Option<BranchId>,
    /// Whether it replaces that branch at once; otherwise `finalize` does.
    pub finalize_restore: bool,
}

/// A branch that is made of a snapshot.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RestoredSnapshot {
    /// The branch, which is not ready yet.
    pub branch: Branch,
    /// Computes made with it.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub endpoints: Vec<Endpoint>,
    /// What makes it, and has it replace another one.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub operations: Vec<Operation>,
}

/// When snapshots of a branch are taken.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupSchedule {
    /// Each of these; none when it is empty.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub schedule: Vec<ScheduleItem>,
}

/// One rhythm in which snapshots are taken, in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleItem {
    /// How often.
    pub frequency: Frequency,
    /// The hour of the day, 0 to 23.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hour: Option<u8>,
    /// The day of the week, 1 to 7 from Monday, or of the month, 1 to 31.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<u8>,
    /// The month, 1 to 12.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<u8>,
    /// Seconds that each is kept, at least 3600; for good when `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retention_seconds: Option<i64>,
}

open_enum! {
    /// How often snapshots are taken.
    pub enum Frequency {
        /// Each hour.
        Hourly = "hourly",
        /// Each day.
        Daily = "daily",
        /// Each week.
        Weekly = "weekly",
        /// Each month.
        Monthly = "monthly",
        /// Each year.
        Yearly = "yearly",
    }
}

#[derive(Deserialize)]
struct Begun {
    #[serde(default, deserialize_with = "lenient::or_default")]
    operations: Vec<Operation>,
}

/// The snapshots of one project.
#[derive(Debug, Clone)]
pub struct Snapshots {
    management: Management,
    project: ProjectId,
}

impl Management {
    /// The snapshots of a project.
    #[must_use]
    pub fn snapshots(&self, project: &ProjectId) -> Snapshots {
        Snapshots {
            management: self.clone(),
            project: project.clone(),
        }
    }
}

impl Snapshots {
    /// All of them (`GET /projects/{project_id}/snapshots`).
    pub async fn list(&self) -> Result<Reply<Vec<Snapshot>>, Error> {
        let call = Call::get(
            "list the snapshots",
            "/projects/{project_id}/snapshots",
            &[self.project.as_str()],
        );
        whole(&self.management, call.in_project(&self.project)).await
    }

    /// Takes one (`POST /projects/{project_id}/branches/{branch_id}/snapshot`).
    pub async fn create(
        &self,
        branch: &BranchId,
        create: &CreateSnapshot,
    ) -> Result<Reply<CreatedSnapshot>, Error> {
        let route = "/projects/{project_id}/branches/{branch_id}/snapshot";
        let at = create.timestamp.as_ref().map(moment::exact);
        let expires_at = create.expires_at.as_ref().map(moment::to_the_second);
        let call = self
            .call(Call::post, "take the snapshot", route, branch.as_str())
            .query_opt("lsn", create.lsn.as_ref())
            .query_opt("timestamp", at)
            .query_opt("name", create.name.as_ref())
            .query_opt("expires_at", expires_at)
            .if_lost("the snapshot may have been taken");
        self.management.fetch(call).await
    }

    /// Renames one (`PATCH /projects/{project_id}/snapshots/{snapshot_id}`).
    pub async fn rename(
        &self,
        snapshot: &SnapshotId,
        name: &str,
    ) -> Result<Reply<Snapshot>, Error> {
        #[derive(Deserialize)]
        struct Renamed {
            snapshot: Snapshot,
        }
        let call = self
            .call_one(Call::patch, "rename the snapshot", snapshot)
            .known_field("snapshot", "id", snapshot.as_str())
            .json(&json!({ "snapshot": { "name": name } }))
            .if_lost("the snapshot may have been renamed");
        let reply = self.management.fetch::<Renamed>(call).await?;
        Ok(reply.map(|it| it.snapshot))
    }

    /// Deletes one for good (`DELETE /projects/{project_id}/snapshots/{snapshot_id}`), by the operations that it returns.
    pub async fn delete(&self, snapshot: &SnapshotId) -> Result<Reply<Vec<Operation>>, Error> {
        let call = self
            .call_one(Call::delete, "delete the snapshot", snapshot)
            .if_lost("the snapshot may have been deleted");
        let reply = self.management.fetch::<Begun>(call).await?;
        Ok(reply.map(|it| it.operations))
    }

    /// Makes a branch of one (`POST /projects/{project_id}/snapshots/{snapshot_id}/restore`).
    pub async fn restore(
        &self,
        snapshot: &SnapshotId,
        restore: &RestoreSnapshot,
    ) -> Result<Reply<RestoredSnapshot>, Error> {
        let route = "/projects/{project_id}/snapshots/{snapshot_id}/restore";
        let call = self
            .call(Call::post, "restore the snapshot", route, snapshot.as_str())
            .json(restore)
            .if_lost("the snapshot may have been restored");
        self.management.fetch(call).await
    }

    /// Has a restored branch replace the one that it was restored for
    /// (`POST /projects/{project_id}/branches/{branch_id}/finalize_restore`). That one is kept, under `former_name` or a name
    /// that the platform makes up. Returns the operations that do it.
    pub async fn finalize(
        &self,
        branch: &BranchId,
        former_name: Option<&str>,
    ) -> Result<Reply<Vec<Operation>>, Error> {
        let route = "/projects/{project_id}/branches/{branch_id}/finalize_restore";
        let body = former_name.map_or(json!({}), |name| json!({ "name": name }));
        let call = self
            .call(Call::post, "finalize the restore", route, branch.as_str())
            .json(&body)
            .if_lost("the restore may have been finalized");
        let reply = self.management.fetch::<Begun>(call).await?;
        Ok(reply.map(|it| it.operations))
    }

    /// When snapshots of a branch are taken (`GET /projects/{project_id}/branches/{branch_id}/backup_schedule`).
    pub async fn schedule(&self, branch: &BranchId) -> Result<Reply<BackupSchedule>, Error> {
        let route = "/projects/{project_id}/branches/{branch_id}/backup_schedule";
        let what = "look up the snapshot schedule";
        let call = self.call(Call::get, what, route, branch.as_str());
        self.management.fetch(call).await
    }

    /// Sets that (`PUT /projects/{project_id}/branches/{branch_id}/backup_schedule`).
    pub async fn set_schedule(
        &self,
        branch: &BranchId,
        schedule: &BackupSchedule,
    ) -> Result<Reply<()>, Error> {
        let route = "/projects/{project_id}/branches/{branch_id}/backup_schedule";
        let what = "set the snapshot schedule";
        let call = self
            .call(Call::put, what, route, branch.as_str())
            .json(schedule)
            .if_lost("the snapshot schedule may have been set");
        self.management.fetch_empty(call).await
    }

    fn call(&self, begin: Begin, purpose: &'static str, route: &'static str, of: &str) -> Call {
        begin(purpose, route, &[self.project.as_str(), of]).in_project(&self.project)
    }

    fn call_one(&self, begin: Begin, purpose: &'static str, snapshot: &SnapshotId) -> Call {
        let route = "/projects/{project_id}/snapshots/{snapshot_id}";
        self.call(begin, purpose, route, snapshot.as_str())
    }
}
