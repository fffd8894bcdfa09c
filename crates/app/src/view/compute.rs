use std::collections::BTreeMap;

use api::resource::computes::{Endpoint, EndpointType};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::number::{seconds, text};
use super::project_details::libraries;

/// A compute of a branch.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComputeView {
    /// Its id.
    pub id: String,
    /// The branch whose data it serves.
    pub branch_id: String,
    /// A name that somebody gave it.
    pub name: Option<String>,
    /// Whether it can be written through.
    pub is_writable: bool,
    /// What it does, in the platform's word, such as `active`.
    pub state: Option<String>,
    /// What it is about to do.
    pub pending_state: Option<String>,
    /// Where to connect.
    pub host: Option<String>,
    /// Where to connect through the pooler, where the platform says so.
    pub pooler_host: Option<String>,
    /// Where it runs.
    pub region_id: Option<String>,
    /// Its size and when it is suspended.
    pub size: ComputeSizeView,
    /// Whether connections are refused.
    pub is_disabled: bool,
    /// When it was last in use.
    pub last_active: Option<DateTime<Utc>>,
    /// When it last started.
    pub started_at: Option<DateTime<Utc>>,
    /// When it was last suspended.
    pub suspended_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    pub updated_at: Option<DateTime<Utc>>,
    /// What the platform says of it besides.
    pub details: ComputeDetailsView,
}

/// What the platform says of a compute besides.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComputeDetailsView {
    /// Where to connect for reading only, where the platform says so.
    pub read_only_host: Option<String>,
    /// The same through the pooler.
    pub read_only_pooler_host: Option<String>,
    /// Host through which connections go.
    pub proxy_host: Option<String>,
    /// Whether it has a pooler, as older versions of the platform say it.
    pub pooler_enabled: Option<bool>,
    /// How its pooler shares connections, in the platform's word, such as `transaction`.
    pub pooler_mode: Option<String>,
    /// Whether people can log in through the browser.
    pub passwordless_access: Option<bool>,
    /// Where it was made, such as `console`.
    pub creation_source: Option<String>,
    /// What runs it.
    pub provisioner: Option<String>,
    /// Version of the software it runs.
    pub release_version: Option<String>,
    /// Settings of PostgreSQL.
    pub pg_settings: BTreeMap<String, String>,
    /// Settings of the pooler.
    pub pooler_settings: BTreeMap<String, String>,
    /// Libraries that PostgreSQL loads when it starts, besides the platform's own choice.
    pub preload_libraries: Vec<String>,
    /// The servers behind it, where there may be several.
    pub servers: Vec<ComputeServerView>,
}

/// One of several servers behind a compute.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComputeServerView {
    /// The platform's name for it.
    pub name: String,
    /// What it does, in the platform's word.
    pub state: Option<String>,
}

impl From<&Endpoint> for ComputeDetailsView {
    fn from(compute: &Endpoint) -> Self {
        let settings = compute.settings.clone().unwrap_or_default();
        let hosts = compute.hosts.as_ref();
        let group = compute.group.iter();
        Self {
            read_only_host: hosts.and_then(|hosts| hosts.read_only_host.clone()),
            read_only_pooler_host: hosts.and_then(|hosts| hosts.read_only_pooled_host.clone()),
            proxy_host: compute.proxy_host.clone(),
            pooler_enabled: compute.pooler_enabled,
            pooler_mode: compute.pooler_mode.clone(),
            passwordless_access: compute.passwordless_access,
            creation_source: compute.creation_source.clone(),
            provisioner: compute.provisioner.clone(),
            release_version: compute.compute_release_version.clone(),
            pg_settings: settings.pg_settings.unwrap_or_default(),
            pooler_settings: settings.pgbouncer_settings.unwrap_or_default(),
            preload_libraries: libraries(settings.preload_libraries),
            servers: group
                .flat_map(|group| &group.computes)
                .map(|server| ComputeServerView {
                    name: server.binding_id.clone(),
                    state: text(server.current_state.as_ref()),
                })
                .collect(),
        }
    }
}

/// How large a compute is and when it is suspended; what is `None` is the platform's default, or stays in a change.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct ComputeSizeView {
    /// The smallest size, in compute units; at least 0.25.
    pub min_cu: Option<f64>,
    /// The largest size, in compute units.
    pub max_cu: Option<f64>,
    /// Seconds without use until it is suspended: 0 is the platform's default, -1 never, else 60 to 604800.
    pub suspend_timeout_seconds: Option<i32>,
}

impl From<&Endpoint> for ComputeView {
    fn from(compute: &Endpoint) -> Self {
        let is_writable = compute.kind != Some(EndpointType::ReadOnly);
        let hosts = compute.hosts.as_ref();
        Self {
            id: compute.id.to_string(),
            branch_id: compute.branch_id.to_string(),
            name: compute.name.clone(),
            is_writable,
            state: text(compute.current_state.as_ref()),
            pending_state: text(compute.pending_state.as_ref()),
            host: compute.host.clone(),
            pooler_host: hosts.and_then(|hosts| {
                if is_writable {
                    hosts.read_write_pooled_host.clone()
                } else {
                    hosts.read_only_pooled_host.clone()
                }
            }),
            region_id: compute.region_id.clone(),
            size: ComputeSizeView {
                min_cu: compute.autoscaling_limit_min_cu,
                max_cu: compute.autoscaling_limit_max_cu,
                suspend_timeout_seconds: seconds(compute.suspend_timeout_seconds),
            },
            is_disabled: compute.disabled,
            last_active: compute.last_active,
            started_at: compute.started_at,
            suspended_at: compute.suspended_at,
            created_at: compute.created_at,
            updated_at: compute.updated_at,
            details: ComputeDetailsView::from(compute),
        }
    }
}
