//! A compute as the platform describes it.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::resource::lenient;
use crate::resource::operations::Operation;
use crate::resource::projects::settings::EndpointSettings;
use crate::{BranchId, EndpointId, ProjectId};

/// A compute of a branch, which the platform calls an endpoint. Id and branch are always there.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Endpoint {
    /// Such as `ep-cool-night-a1b2c3d4`.
    pub id: EndpointId,
    /// The branch whose data it serves.
    pub branch_id: BranchId,
    /// The project it belongs to.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub project_id: Option<ProjectId>,
    /// A name that somebody gave it.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub name: Option<String>,
    /// Where to connect.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub host: Option<String>,
    /// Where to connect through the pooler and for reading only, where the platform says so.
    pub hosts: Option<EndpointHosts>,
    /// The smallest size, in compute units.
    pub autoscaling_limit_min_cu: Option<f64>,
    /// The largest size, in compute units.
    pub autoscaling_limit_max_cu: Option<f64>,
    /// Where it runs.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub region_id: Option<String>,
    /// Whether it can be written through.
    #[serde(default, rename = "type", deserialize_with = "lenient::filled")]
    pub kind: Option<EndpointType>,
    /// What it does.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub current_state: Option<EndpointState>,
    /// What it is about to do.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub pending_state: Option<EndpointState>,
    /// What it is set to.
    pub settings: Option<EndpointSettings>,
    /// Whether it has a pooler, as older versions of the platform say it.
    pub pooler_enabled: Option<bool>,
    /// How its pooler shares connections, such as `transaction`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub pooler_mode: Option<String>,
    /// Whether connections are refused.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub disabled: bool,
    /// Whether people can log in through the browser.
    pub passwordless_access: Option<bool>,
    /// When it was last in use.
    #[serde(default, deserialize_with = "lenient::time")]
    pub last_active: Option<DateTime<Utc>>,
    /// Where it was made, such as `console`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub creation_source: Option<String>,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    #[serde(default, deserialize_with = "lenient::time")]
    pub updated_at: Option<DateTime<Utc>>,
    /// When it last started.
    #[serde(default, deserialize_with = "lenient::time")]
    pub started_at: Option<DateTime<Utc>>,
    /// When it was last suspended.
    #[serde(default, deserialize_with = "lenient::time")]
    pub suspended_at: Option<DateTime<Utc>>,
    /// Host through which connections go.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub proxy_host: Option<String>,
    /// Seconds without use until it is suspended: 0 is the platform's default, -1 never.
    pub suspend_timeout_seconds: Option<i64>,
    /// What runs it.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub provisioner: Option<String>,
    /// Version of the software it runs.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub compute_release_version: Option<String>,
    /// The servers behind it, where there may be several.
    pub group: Option<EndpointGroup>,
}

/// The servers behind one compute.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct EndpointGroup {
    /// How many there may be.
    pub size: Option<GroupSize>,
    /// Those that there are.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub computes: Vec<GroupMember>,
}

/// How many servers a group has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct GroupSize {
    /// At least so many.
    pub min: Option<u32>,
    /// At most so many.
    pub max: Option<u32>,
}

/// One server of a group.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct GroupMember {
    /// The platform's name for it, such as `compute-1`.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub binding_id: String,
    /// What it does.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub current_state: Option<EndpointState>,
}

/// Hosts of one compute by what they are for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct EndpointHosts {
    /// For reading and writing.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub read_write_host: Option<String>,
    /// For reading and writing through the pooler.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub read_write_pooled_host: Option<String>,
    /// For reading.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub read_only_host: Option<String>,
    /// For reading through the pooler.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub read_only_pooled_host: Option<String>,
}

/// A compute and the operations that a change of it began.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct EndpointChange {
    /// The compute as it is now.
    pub endpoint: Endpoint,
    /// What still goes on; empty when nothing does.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub operations: Vec<Operation>,
}

open_enum! {
    /// Whether a compute can be written through. A branch has one that can, and any number that cannot.
    pub enum EndpointType {
        /// It can.
        ReadWrite = "read_write",
        /// It cannot.
        ReadOnly = "read_only",
    }
}

open_enum! {
    /// What a compute does.
    pub enum EndpointState {
        /// It is being made.
        Init = "init",
        /// It runs.
        Active = "active",
        /// It is suspended until somebody connects.
        Idle = "idle",
    }
}
