use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ComputeSizeView, InstantServiceChoice};

/// Settings, saved as one file, atomically.
///
/// There is no `serde(default)` here, as it would make every field optional in TypeScript: who reads the saved
/// file lays it over the defaults first.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingsView {
    /// Light, dark, or as the system.
    pub appearance: Appearance,
    /// How much room rows and controls take.
    pub density: Density,
    /// Seconds until a copied secret is cleared from the clipboard, at most 600; 0 leaves it there.
    pub clipboard_seconds: u32,
    /// Native notifications before a temporary database expires.
    pub notifications: bool,
    /// Native notifications of how operations ended that were clicked here, while nobody looks at the window.
    pub operation_notifications: bool,
    /// Start the sandbox with the app, once it was started by hand.
    pub start_sandbox: bool,
    /// Minutes without a connection after which a sandbox server is suspended.
    pub sandbox_idle_minutes: u32,
    /// Let the sandbox serve from a PostgreSQL with known security holes.
    pub sandbox_old_postgres: bool,
    /// How many temporary databases may wait in the sandbox to be claimed, from its next start.
    pub sandbox_max_unclaimed: u32,
    /// How many gigabytes of the disk the sandbox may take, from its next start. `None` is half of what would be free
    /// without it.
    pub sandbox_max_disk_gb: Option<u32>,
    /// When the sandbox reaches its disk limit, delete deleted projects and branches for good instead of refusing, from its
    /// next start. Nobody can recover them then.
    pub sandbox_purge_deleted_when_full: bool,
    /// What differs from one platform to another, from the sandbox's next start.
    pub sandbox_options: SandboxOptions,
    /// Whether Plinth goes on when its window is closed: as `plinth agent`, with an icon in the tray where there is one.
    pub background: Background,
    /// Start with the session, without a window.
    pub start_at_login: bool,
    /// Look for a newer Plinth at the start and once a day.
    pub check_for_updates: bool,
    /// Say what closing does before the app closes.
    pub explain_quit: bool,
    /// Days after which an API key that was never used is marked.
    pub unused_key_days: u32,
    /// Letters and signs do something without Ctrl or ⌘, such as `P` in a list or `G T` anywhere.
    pub single_key_shortcuts: bool,
    /// The folder or file of the env file that was written last: what the next one begins with, and offered by itself never.
    pub last_env_path: Option<String>,
    /// Keep the last options as those of the next temporary database.
    pub temporary: TemporaryOptions,
    /// What a new project begins with.
    pub new_project: NewProjectOptions,
}

impl Default for SettingsView {
    fn default() -> Self {
        Self {
            appearance: Appearance::System,
            density: Density::Comfortable,
            clipboard_seconds: 45,
            notifications: true,
            operation_notifications: true,
            start_sandbox: true,
            sandbox_idle_minutes: 5,
            sandbox_old_postgres: false,
            sandbox_max_unclaimed: 50,
            sandbox_max_disk_gb: None,
            sandbox_purge_deleted_when_full: false,
            sandbox_options: SandboxOptions::default(),
            background: Background::Ask,
            start_at_login: false,
            check_for_updates: false,
            explain_quit: true,
            unused_key_days: 90,
            single_key_shortcuts: true,
            last_env_path: None,
            temporary: TemporaryOptions::default(),
            new_project: NewProjectOptions::default(),
        }
    }
}

/// Names and limits of the sandbox, which a switch sets as the live platform has them.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SandboxOptions {
    /// The database of a new project.
    pub database: String,
    /// The role that owns it.
    pub role: String,
    /// Identifier of the auth provider.
    pub auth_provider: String,
    /// Schema of the auth integration's users.
    pub auth_schema: String,
    /// The region of a new project.
    pub region: String,
    /// Whether a branch that is made without `endpoints` gets a compute.
    pub compute_by_default: bool,
    /// Requests that pass in a minute for each API key; `None` is any number.
    pub requests_per_minute: Option<u32>,
    /// How long each operation lasts at least, in milliseconds.
    pub operation_pace_ms: u32,
    /// How many branches a project may have; `None` is any number.
    pub branches_limit: Option<u32>,
}

impl Default for SandboxOptions {
    fn default() -> Self {
        Self {
            database: "svcdb".to_owned(),
            role: "svcdb_owner".to_owned(),
            auth_provider: "provider_one".to_owned(),
            auth_schema: "svc_auth".to_owned(),
            region: "us-east-2".to_owned(),
            compute_by_default: true,
            requests_per_minute: Some(700),
            operation_pace_ms: 0,
            branches_limit: None,
        }
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Appearance {
    /// As the system.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// What closing the window does.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Background {
    /// The first close asks.
    #[default]
    Ask,
    /// Plinth goes on without a window.
    On,
    /// It quits.
    Off,
}

/// How much room rows and controls take.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Density {
    /// As designed.
    #[default]
    Comfortable,
    /// Lower rows and controls, so that more fits on a screen.
    Compact,
}

/// What a new project begins with; what is `None` is the platform's default.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewProjectOptions {
    /// Id of the region. An account without it begins with the platform's default.
    pub region_id: Option<String>,
    /// Major version of PostgreSQL.
    pub pg_version: Option<u32>,
    /// Size and suspend timeout of the first compute.
    pub compute: ComputeSizeView,
}

/// How the next temporary database is made.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemporaryOptions {
    /// Where; `None` means this machine, and never a service that was not chosen.
    #[serde(rename = "place")]
    pub service: Option<InstantServiceChoice>,
    /// Referrer sent to the instant service.
    pub reference: String,
    /// Sets `wal_level` to logical. Cannot be undone.
    pub logical_replication: bool,
    /// Env file or folder to offer after creation.
    pub env_path: Option<String>,
    /// Variable of the connection string.
    pub env_key: String,
    /// Prefix of public variables.
    pub env_prefix: String,
    /// SQL file to run after creation.
    pub seed_path: Option<String>,
}

impl Default for TemporaryOptions {
    fn default() -> Self {
        Self {
            service: None,
            reference: "plinth".to_owned(),
            logical_replication: false,
            env_path: None,
            env_key: "DATABASE_URL".to_owned(),
            env_prefix: "PUBLIC_".to_owned(),
            seed_path: None,
        }
    }
}
