use api::resource::computes::{Endpoint, EndpointType};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::page::{seconds, text};

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
    /// Its size and when it sleeps.
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
}

/// How large a compute is and when it sleeps; what is `None` is the platform's choice, or stays in a change.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct ComputeSizeView {
    /// The smallest size, in compute units; at least 0.25.
    pub min_cu: Option<f64>,
    /// The largest size, in compute units.
    pub max_cu: Option<f64>,
    /// Seconds without use until it sleeps: 0 is the platform's choice, -1 never, else 60 to 604800.
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
        }
    }
}
