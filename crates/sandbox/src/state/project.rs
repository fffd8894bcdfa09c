use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How long a deleted project or branch can be recovered.
pub const RECOVERY: TimeDelta = TimeDelta::days(7);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Project {
    pub id: String,
    pub name: String,
    /// None for a user's own project, and for a temporary database until somebody claims it.
    #[serde(default)]
    pub organization_id: Option<String>,
    /// The user who made it; none for a temporary database until it is claimed.
    #[serde(default)]
    pub creator_id: Option<String>,
    /// Users besides the members of its organization who may see and edit it.
    #[serde(default)]
    pub shared_with: Vec<String>,
    #[serde(default = "default_region")]
    pub region_id: String,
    #[serde(default = "default_version")]
    pub pg_version: u16,
    #[serde(default)]
    pub logical_replication: bool,
    #[serde(default = "yes")]
    pub store_passwords: bool,
    #[serde(default = "one_day")]
    pub history_retention_seconds: i64,
    /// `settings` as it was sent and merged, without `enable_logical_replication`.
    #[serde(default)]
    pub settings: Map<String, Value>,
    #[serde(default)]
    pub compute_defaults: ComputeSize,
    #[serde(default)]
    pub hipaa_enabled_at: Option<DateTime<Utc>>,
    /// `console` for calls of the Management API, `instant` for temporary databases.
    #[serde(default = "console")]
    pub creation_source: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Set while it can be recovered.
    #[serde(default)]
    pub deleted_at: Option<DateTime<Utc>>,
    /// Set when its data went for good; only its operations can still be read, for a day.
    #[serde(default)]
    pub purged_at: Option<DateTime<Utc>>,
    /// Since when its storage is detached, after long idleness.
    #[serde(default)]
    pub detached_at: Option<DateTime<Utc>>,
}

impl Project {
    /// As the platform makes one that nothing is said of: named by its id, and nobody's yet.
    pub fn new(id: String, region_id: String, now: DateTime<Utc>) -> Self {
        Self {
            name: id.clone(),
            id,
            organization_id: None,
            creator_id: None,
            shared_with: Vec::new(),
            region_id,
            pg_version: default_version(),
            logical_replication: false,
            store_passwords: yes(),
            history_retention_seconds: one_day(),
            settings: Map::new(),
            compute_defaults: ComputeSize::default(),
            hipaa_enabled_at: None,
            creation_source: console(),
            created_at: now,
            updated_at: now,
            deleted_at: None,
            purged_at: None,
            detached_at: None,
        }
    }

    pub fn recoverable_until(&self) -> Option<DateTime<Utc>> {
        self.deleted_at.map(|at| at + RECOVERY)
    }

    /// A boolean of `settings` that is absent is false.
    pub fn setting(&self, name: &str) -> bool {
        self.settings
            .get(name)
            .and_then(Value::as_bool)
            .unwrap_or(false)
    }
}

/// `default_endpoint_settings`, and what an endpoint itself has of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ComputeSize {
    pub min_cu: f64,
    pub max_cu: f64,
    /// 0 is the platform's default, -1 is never.
    pub suspend_timeout_seconds: i64,
    #[serde(default)]
    pub pg_settings: Map<String, Value>,
    #[serde(default)]
    pub pgbouncer_settings: Map<String, Value>,
    /// Kept and given back. A compute is a process of this machine whatever it says.
    #[serde(default)]
    pub provisioner: Provisioner,
    /// Kept and given back: there is no pooler.
    #[serde(default)]
    pub pooler_enabled: bool,
    /// Kept and given back: all servers preload the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preload_libraries: Option<PreloadLibraries>,
}

/// `preload_libraries` of a project and of a compute.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct PreloadLibraries {
    #[serde(skip_serializing_if = "Option::is_none")]
    use_defaults: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled_libraries: Option<Vec<String>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Provisioner {
    #[serde(rename = "k8s-pod")]
    Pod,
    #[default]
    #[serde(rename = "k8s-neonvm")]
    Neonvm,
    #[serde(rename = "serverless-platform")]
    Serverless,
}

impl Default for ComputeSize {
    fn default() -> Self {
        Self {
            min_cu: 0.25,
            max_cu: 0.25,
            suspend_timeout_seconds: 0,
            pg_settings: Map::new(),
            pgbouncer_settings: Map::new(),
            provisioner: Provisioner::default(),
            pooler_enabled: false,
            preload_libraries: None,
        }
    }
}

fn default_region() -> String {
    "us-east-2".into()
}

fn default_version() -> u16 {
    17
}

fn yes() -> bool {
    true
}

fn one_day() -> i64 {
    86_400
}

fn console() -> String {
    "console".into()
}
