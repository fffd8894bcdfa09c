//! What is asked of projects.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::settings::{DefaultEndpointSettings, ProjectSettings};
use crate::{BranchId, EndpointId, OrgId};

/// Which projects are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListProjects {
    /// How many on a page, 1 to 400; 10 when `None`.
    pub page_size: Option<u32>,
    /// Where the page begins: `next` of the page before it.
    pub cursor: Option<String>,
    /// Part of a name or id.
    pub search: Option<String>,
    /// The organization; a personal key needs one where accounts have organizations, an organization's key has its own.
    pub org_id: Option<OrgId>,
    /// Only those that are deleted and can be brought back.
    pub recoverable: bool,
    /// How long the service may look, 100 ms to 30 s. Projects it could not look up until then are among `unavailable`.
    pub timeout: Option<Duration>,
}

/// Which projects that others share with the caller are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListSharedProjects {
    /// How many on a page, 1 to 400; 10 when `None`.
    pub page_size: Option<u32>,
    /// Where the page begins: `next` of the page before it.
    pub cursor: Option<String>,
    /// Part of a name or id.
    pub search: Option<String>,
    /// How long the service may look, 100 ms to 30 s. Projects it could not look up until then are among `unavailable`.
    pub timeout: Option<Duration>,
}

/// What a new project may be asked to be; what is `None` is left out and becomes the platform's default.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct CreateProject {
    /// Its name, 1 to 256 characters; its id when `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it runs, as the platform spells its regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region_id: Option<String>,
    /// Major version of PostgreSQL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pg_version: Option<u32>,
    /// The organization it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub org_id: Option<OrgId>,
    /// Its first branch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<CreateProjectBranch>,
    /// What the project as a whole is set to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<ProjectSettings>,
    /// The smallest size of its first compute, in compute units; at least 0.25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autoscaling_limit_min_cu: Option<f64>,
    /// The largest size of its first compute, in compute units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autoscaling_limit_max_cu: Option<f64>,
    /// What runs its computes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provisioner: Option<String>,
    /// What its computes get when nothing else is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_endpoint_settings: Option<DefaultEndpointSettings>,
    /// Whether passwords of roles can be revealed later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store_passwords: Option<bool>,
    /// Length of the restore window in seconds, 0 to 2592000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_retention_seconds: Option<u32>,
}

/// What the first branch of a new project may be asked to be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CreateProjectBranch {
    /// Its name, 1 to 256 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The name of its first role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role_name: Option<String>,
    /// The name of its first database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_name: Option<String>,
    /// Notes by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub annotations: BTreeMap<String, String>,
}

/// What is changed of a project; what is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct UpdateProject {
    /// A new name, 1 to 256 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the project as a whole is set to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<ProjectSettings>,
    /// What its computes get when nothing else is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_endpoint_settings: Option<DefaultEndpointSettings>,
    /// Length of the restore window in seconds, 0 to 2592000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_retention_seconds: Option<u32>,
}

/// Through what a connection goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConnectionUriOptions {
    /// The branch; the default branch when `None`.
    pub branch_id: Option<BranchId>,
    /// The compute; the branch's writable one when `None`.
    pub endpoint_id: Option<EndpointId>,
    /// Through the pooler, or not; the platform's choice when `None`.
    pub pooled: Option<bool>,
}
