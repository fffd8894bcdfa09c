//! A project as the platform describes it.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::settings::{DefaultEndpointSettings, ProjectSettings};
use crate::resource::lenient;
use crate::{Listed, OrgId, ProjectId};

/// A project. Only the id is always there: lists give fewer fields than the record of one project, and counters that a
/// reply leaves out are `None`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Project {
    /// Such as `misty-meadow-12345678`.
    pub id: ProjectId,
    /// Its name; the id when none was given. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// The cloud it runs on, such as `aws`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub platform_id: Option<String>,
    /// Where it runs, such as `aws-us-east-2`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub region_id: Option<String>,
    /// What runs its computes.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub provisioner: Option<String>,
    /// Major version of PostgreSQL.
    pub pg_version: Option<u32>,
    /// Whether it is locked; `None` where the platform does not say.
    pub locked: Option<bool>,
    /// Host through which connections go.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub proxy_host: Option<String>,
    /// What its computes get when nothing else is said.
    pub default_endpoint_settings: Option<DefaultEndpointSettings>,
    /// What the project as a whole is set to.
    pub settings: Option<ProjectSettings>,
    /// Limit of each branch's size, in MiB.
    pub branch_logical_size_limit: Option<i64>,
    /// Limit of each branch's size, in bytes.
    pub branch_logical_size_limit_bytes: Option<i64>,
    /// Whether passwords of roles can be revealed later.
    pub store_passwords: Option<bool>,
    /// Where it was made, such as `console`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub creation_source: Option<String>,
    /// Length of the restore window, in seconds.
    pub history_retention_seconds: Option<i64>,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    #[serde(default, deserialize_with = "lenient::time")]
    pub updated_at: Option<DateTime<Utc>>,
    /// Seconds in which computes were active, in lists.
    pub active_time: Option<i64>,
    /// Seconds in which computes were active, in this period.
    pub active_time_seconds: Option<i64>,
    /// Seconds of processor time, in this period.
    pub cpu_used_sec: Option<i64>,
    /// Seconds of work counted with the size of the computes, in this period.
    pub compute_time_seconds: Option<i64>,
    /// Bytes written, in this period.
    pub written_data_bytes: Option<i64>,
    /// Bytes sent out, in this period.
    pub data_transfer_bytes: Option<i64>,
    /// Bytes stored times hours, in this period.
    pub data_storage_bytes_hour: Option<i64>,
    /// Bytes that storage holds, history included.
    pub synthetic_storage_size: Option<i64>,
    /// When the period began; `None` also while none has.
    #[serde(default, deserialize_with = "lenient::time")]
    pub consumption_period_start: Option<DateTime<Utc>>,
    /// When the period ends.
    #[serde(default, deserialize_with = "lenient::time")]
    pub consumption_period_end: Option<DateTime<Utc>>,
    /// When limits begin anew.
    #[serde(default, deserialize_with = "lenient::time")]
    pub quota_reset_at: Option<DateTime<Utc>>,
    /// Account or organization that owns it.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub owner_id: Option<String>,
    /// Who owns it, in the record of one project.
    pub owner: Option<ProjectOwner>,
    /// The organization it belongs to.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub org_id: Option<OrgId>,
    /// That organization's name, in lists.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub org_name: Option<String>,
    /// When a compute of it was last in use.
    #[serde(default, deserialize_with = "lenient::time")]
    pub compute_last_active_at: Option<DateTime<Utc>>,
    /// When upkeep begins.
    #[serde(default, deserialize_with = "lenient::time")]
    pub maintenance_starts_at: Option<DateTime<Utc>>,
    /// For when upkeep is planned.
    #[serde(default, deserialize_with = "lenient::time")]
    pub maintenance_scheduled_for: Option<DateTime<Utc>>,
    /// Since when it keeps to HIPAA.
    #[serde(default, deserialize_with = "lenient::time")]
    pub hipaa_enabled_at: Option<DateTime<Utc>>,
    /// When it was deleted, in lists of recoverable projects.
    #[serde(default, deserialize_with = "lenient::time")]
    pub deleted_at: Option<DateTime<Utc>>,
    /// Until when a deleted one can be brought back.
    #[serde(default, deserialize_with = "lenient::time")]
    pub recoverable_until: Option<DateTime<Utc>>,
    /// What the caller may do with it.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub effective_project_permission: Option<ProjectPermissionLevel>,
    /// Applications that are connected with it, such as `vercel`. Only lists say it.
    #[serde(skip)]
    pub applications: Vec<String>,
    /// Integrations that are set up for it, such as `github`. Only lists say it.
    #[serde(skip)]
    pub integrations: Vec<String>,
}

impl Listed for Project {
    const FIELD: &'static str = "projects";
    const BESIDE: &'static [&'static str] = &["applications", "integrations"];

    fn note(&mut self, field: &str, all: &Map<String, Value>) {
        let said = all.get(self.id.as_str()).and_then(Value::as_array);
        let words = said.into_iter().flatten().filter_map(Value::as_str);
        let words = words.map(ToOwned::to_owned).collect();
        match field {
            "applications" => self.applications = words,
            _ => self.integrations = words,
        }
    }
}

/// Who owns a project.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ProjectOwner {
    /// Address of the owner.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub email: String,
    /// Name of the owner.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// How many branches a project of this owner may have.
    pub branches_limit: Option<i64>,
    /// The owner's plan.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub subscription_type: Option<String>,
}

open_enum! {
    /// What a member may do with a project.
    pub enum ProjectPermissionLevel {
        /// Look at it (`CAN_VIEW`).
        CanView = "CAN_VIEW",
        /// Change it (`CAN_EDIT`).
        CanEdit = "CAN_EDIT",
        /// Everything (`CAN_MANAGE`).
        CanManage = "CAN_MANAGE",
        /// Look at it.
        Viewer = "VIEWER",
        /// Change it.
        Editor = "EDITOR",
        /// Everything.
        Admin = "ADMIN",
    }
}
