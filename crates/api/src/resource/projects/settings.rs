//! What can be set on projects and computes. Read from replies and sent in requests: what is `None` is left out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Settings of PostgreSQL or of the pooler by name.
pub type SettingValues = BTreeMap<String, String>;

/// What the computes of a project get when nothing else is said.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DefaultEndpointSettings {
    /// Settings of PostgreSQL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pg_settings: Option<SettingValues>,
    /// Settings of the connection pooler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pgbouncer_settings: Option<SettingValues>,
    /// The smallest size, in compute units; at least 0.25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autoscaling_limit_min_cu: Option<f64>,
    /// The largest size, in compute units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autoscaling_limit_max_cu: Option<f64>,
    /// Seconds without use until a compute is suspended: 0 is the platform's default, -1 never, else 60 to 604800.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspend_timeout_seconds: Option<i64>,
}

/// What one compute is set to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndpointSettings {
    /// Settings of PostgreSQL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pg_settings: Option<SettingValues>,
    /// Settings of the connection pooler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pgbouncer_settings: Option<SettingValues>,
    /// Libraries that are loaded at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preload_libraries: Option<PreloadLibraries>,
}

/// What a project as a whole is set to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectSettings {
    /// Limits after which computes are suspended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota: Option<Quota>,
    /// Where connections may come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_ips: Option<AllowedIps>,
    /// `wal_level=logical` on every compute. Cannot be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_logical_replication: Option<bool>,
    /// When the platform may restart computes for upkeep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maintenance_window: Option<MaintenanceWindow>,
    /// Whether connections over the public internet are refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_public_connections: Option<bool>,
    /// Whether connections from private networks are refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_vpc_connections: Option<bool>,
    /// How much is written into the audit log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit_log_level: Option<AuditLogLevel>,
    /// Whether the project keeps to HIPAA.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hipaa: Option<bool>,
    /// Libraries that are loaded at the start of every compute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preload_libraries: Option<PreloadLibraries>,
}

/// Limits in one period of consumption; 0 is no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quota {
    /// Seconds in which computes may be active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_time_seconds: Option<u64>,
    /// Seconds of work, counted with the size of the computes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compute_time_seconds: Option<u64>,
    /// Bytes that may be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_data_bytes: Option<u64>,
    /// Bytes that may leave the platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_transfer_bytes: Option<u64>,
    /// Bytes that each branch may hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logical_size_bytes: Option<u64>,
}

/// Where connections may come from; an empty list is from everywhere.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllowedIps {
    /// Addresses, ranges (`a-b`) and networks (`a/24`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ips: Option<Vec<String>>,
    /// Whether the list holds for protected branches alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protected_branches_only: Option<bool>,
}

/// When the platform may restart computes, in UTC.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MaintenanceWindow {
    /// Days of the week, 1 is Monday.
    #[serde(deserialize_with = "crate::resource::lenient::or_default")]
    pub weekdays: Vec<u8>,
    /// The first minute, as `HH:MM`.
    #[serde(deserialize_with = "crate::resource::lenient::or_default")]
    pub start_time: String,
    /// The last minute, as `HH:MM`.
    #[serde(deserialize_with = "crate::resource::lenient::or_default")]
    pub end_time: String,
}

/// Shared libraries that PostgreSQL loads when it starts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreloadLibraries {
    /// Whether the platform's own choice is loaded, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub use_defaults: Option<bool>,
    /// Names of further libraries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled_libraries: Option<Vec<String>>,
}

open_enum! {
    /// How much is written into a project's audit log.
    pub enum AuditLogLevel {
        /// The least.
        Base = "base",
        /// More.
        Extended = "extended",
        /// Everything.
        Full = "full",
    }
}
