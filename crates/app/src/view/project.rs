use api::resource::projects::Project;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use specta::Type;

use super::number::{counted, seconds, text};
use super::{BranchView, ComputeSizeView, OneTimeSecretView, OperationView, ProjectDetailsView};

/// A project. What a list leaves out is `None` there and present in the record of one project.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProjectView {
    /// Its id.
    pub id: String,
    /// Its name; the id when none was given.
    pub name: String,
    /// Where it runs, as the platform spells it.
    pub region_id: Option<String>,
    /// Major version of PostgreSQL.
    pub pg_version: Option<u32>,
    /// Whether it is locked; `None` where the platform does not say.
    pub is_locked: Option<bool>,
    /// Host through which connections go.
    pub proxy_host: Option<String>,
    /// What its computes get when nothing else is said.
    pub compute_size: ComputeSizeView,
    /// Whether connections over the public internet are refused.
    pub blocks_public: bool,
    /// Whether connections from private networks are refused.
    pub blocks_vpc: bool,
    /// Whether it keeps to HIPAA.
    pub hipaa: bool,
    /// Whether `wal_level` is `logical` on every compute.
    pub logical_replication: bool,
    /// Whether passwords of roles can be revealed later.
    pub stores_passwords: Option<bool>,
    /// Length of the restore window, in seconds.
    pub history_retention_seconds: Option<i32>,
    /// Limit of each branch's size, in bytes.
    #[specta(type = Option<u32>)]
    pub branch_size_limit_bytes: Option<f64>,
    /// The organization it belongs to.
    pub organization_id: Option<String>,
    /// That organization's name, where the platform says it.
    pub organization: Option<String>,
    /// What the caller may do with it, in the platform's word.
    pub permission: Option<String>,
    /// When it was made.
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    pub updated_at: Option<DateTime<Utc>>,
    /// When a compute of it was last in use.
    pub last_active_at: Option<DateTime<Utc>>,
    /// When it was deleted, for one that can be brought back.
    pub deleted_at: Option<DateTime<Utc>>,
    /// Until when it can be brought back.
    pub recoverable_until: Option<DateTime<Utc>>,
    /// What it used in this period.
    pub usage: ProjectUsageView,
    /// All that the record of one project says besides; `None` in lists.
    pub details: Option<Box<ProjectDetailsView>>,
}

/// What a project used in this period, as far as the platform says it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProjectUsageView {
    /// Seconds in which computes were active.
    #[specta(type = Option<u32>)]
    pub active_time_seconds: Option<f64>,
    /// Seconds of work counted with the size of the computes.
    #[specta(type = Option<u32>)]
    pub compute_time_seconds: Option<f64>,
    /// Bytes written.
    #[specta(type = Option<u32>)]
    pub written_data_bytes: Option<f64>,
    /// Bytes sent out.
    #[specta(type = Option<u32>)]
    pub data_transfer_bytes: Option<f64>,
    /// Bytes that storage holds, history included.
    #[specta(type = Option<u32>)]
    pub storage_bytes: Option<f64>,
    /// When the period began.
    pub period_start: Option<DateTime<Utc>>,
    /// When it ends.
    pub period_end: Option<DateTime<Utc>>,
}

/// One page of projects.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProjectPageView {
    /// The projects of this page.
    pub items: Vec<ProjectView>,
    /// Pass as `cursor` to get the next page; `None` at the end.
    pub next: Option<String>,
    /// Ids of projects that the platform could not look up in time.
    pub unavailable: Vec<String>,
}

/// Which projects of an account.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ProjectScope {
    /// Its own.
    Own,
    /// Those that others share with it.
    Shared,
    /// Those that are deleted and can be brought back.
    Deleted,
}

/// Projects by name, as they were when they were last read whole: all, or a part of them.
#[derive(Clone, Debug, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CachedProjectsView {
    /// Those of this part.
    // As the text that they are kept as: the window reads it, and nobody between.
    #[specta(type = Vec<ProjectView>)]
    pub items: Vec<Box<RawValue>>,
    /// How many there are in all.
    pub total: u32,
    /// When the last of them was read.
    pub as_of: DateTime<Utc>,
    /// Pass as `after` to get the next part; `None` at the end.
    pub next: Option<String>,
}

impl CachedProjectsView {
    /// The projects themselves, for whoever is no window.
    #[must_use]
    pub fn projects(&self) -> Vec<ProjectView> {
        let texts = self.items.iter().map(|item| item.get());
        texts
            .filter_map(|text| serde_json::from_str(text).ok())
            .collect()
    }
}

/// A new project and what came with it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CreatedProjectView {
    /// The project.
    pub project: ProjectView,
    /// Its default branch; `None` after a lost reply.
    pub branch: Option<BranchView>,
    /// How to connect, as one-time secrets; empty after a lost reply.
    pub connections: Vec<OneTimeSecretView>,
    /// What makes it.
    pub operations: Vec<OperationView>,
}

impl From<&Project> for ProjectView {
    fn from(project: &Project) -> Self {
        let settings = project.settings.as_ref();
        let is_set = |flag: Option<bool>| flag.unwrap_or_default();
        let defaults = project.default_endpoint_settings.as_ref();
        Self {
            id: project.id.to_string(),
            name: project.name.clone(),
            region_id: project.region_id.clone(),
            pg_version: project.pg_version,
            is_locked: project.locked,
            proxy_host: project.proxy_host.clone(),
            compute_size: defaults.map_or_else(ComputeSizeView::default, |it| ComputeSizeView {
                min_cu: it.autoscaling_limit_min_cu,
                max_cu: it.autoscaling_limit_max_cu,
                suspend_timeout_seconds: seconds(it.suspend_timeout_seconds),
            }),
            blocks_public: is_set(settings.and_then(|it| it.block_public_connections)),
            blocks_vpc: is_set(settings.and_then(|it| it.block_vpc_connections)),
            hipaa: is_set(settings.and_then(|it| it.hipaa)),
            logical_replication: is_set(settings.and_then(|it| it.enable_logical_replication)),
            stores_passwords: project.store_passwords,
            history_retention_seconds: seconds(project.history_retention_seconds),
            branch_size_limit_bytes: counted(project.branch_logical_size_limit_bytes),
            organization_id: text(project.org_id.as_ref()),
            organization: project.org_name.clone(),
            permission: text(project.effective_project_permission.as_ref()),
            created_at: project.created_at,
            updated_at: project.updated_at,
            last_active_at: project.compute_last_active_at,
            deleted_at: project.deleted_at,
            recoverable_until: project.recoverable_until,
            usage: ProjectUsageView::from(project),
            details: Some(Box::new(ProjectDetailsView::from(project))),
        }
    }
}

impl ProjectView {
    /// A project as lists have it: thousands of them are kept and sent to the window.
    #[must_use]
    pub fn listed(self) -> Self {
        Self {
            details: None,
            ..self
        }
    }
}

impl From<&Project> for ProjectUsageView {
    fn from(project: &Project) -> Self {
        Self {
            active_time_seconds: counted(project.active_time_seconds.or(project.active_time)),
            compute_time_seconds: counted(project.compute_time_seconds),
            written_data_bytes: counted(project.written_data_bytes),
            data_transfer_bytes: counted(project.data_transfer_bytes),
            storage_bytes: counted(project.synthetic_storage_size),
            period_start: project.consumption_period_start,
            period_end: project.consumption_period_end,
        }
    }
}
