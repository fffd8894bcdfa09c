use std::collections::BTreeMap;

use api::resource::projects::{PreloadLibraries, PreloadLibrary, Project, Quota};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::job::count;
use super::number::{counted, text};

/// What the record of one project says besides what lists show of it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProjectDetailsView {
    /// The cloud it runs on, such as `aws`.
    pub platform_id: Option<String>,
    /// What runs its computes.
    pub provisioner: Option<String>,
    /// Where it was made, such as `console`.
    pub creation_source: Option<String>,
    /// Account or organization that owns it.
    pub owner_id: Option<String>,
    /// Name of the owner.
    pub owner_name: Option<String>,
    /// Address of the owner.
    pub owner_email: Option<String>,
    /// The owner's plan.
    pub owner_plan: Option<String>,
    /// How many branches a project of this owner may have.
    #[specta(type = Option<u32>)]
    pub owner_branches_limit: Option<f64>,
    /// Seconds of processor time, in this period.
    #[specta(type = Option<u32>)]
    pub cpu_used_seconds: Option<f64>,
    /// Bytes stored times hours, in this period.
    #[specta(type = Option<u32>)]
    pub storage_byte_hours: Option<f64>,
    /// When limits begin anew.
    pub quota_reset_at: Option<DateTime<Utc>>,
    /// When maintenance begins.
    pub maintenance_starts_at: Option<DateTime<Utc>>,
    /// For when maintenance is planned.
    pub maintenance_scheduled_for: Option<DateTime<Utc>>,
    /// When the platform may restart computes.
    pub maintenance_window: Option<MaintenanceWindowView>,
    /// Since when it keeps to HIPAA.
    pub hipaa_enabled_at: Option<DateTime<Utc>>,
    /// Addresses that connections may come from; empty is from everywhere.
    pub allowed_ips: Vec<String>,
    /// Whether that list holds for protected branches alone.
    pub allowed_ips_protected_only: Option<bool>,
    /// How much is written into the audit log, in the platform's word.
    pub audit_log_level: Option<String>,
    /// Limits of one period; what is `None` has none.
    pub quota: QuotaView,
    /// Libraries that PostgreSQL loads when it starts, besides the platform's own choice.
    pub preload_libraries: Vec<String>,
    /// Whether the platform's own choice is loaded besides; `None` when the platform does not say.
    #[serde(default)]
    pub preload_defaults: Option<bool>,
    /// Settings of PostgreSQL that new computes get.
    pub pg_settings: BTreeMap<String, String>,
    /// Settings of the pooler that new computes get.
    pub pooler_settings: BTreeMap<String, String>,
}

/// When the platform may restart computes, in UTC.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MaintenanceWindowView {
    /// Days of the week, 1 is Monday.
    pub weekdays: Vec<u8>,
    /// The first minute, as `HH:MM`.
    pub start: String,
    /// The last minute, as `HH:MM`.
    pub end: String,
}

/// Limits of one period of consumption; what is `None` has no limit.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuotaView {
    /// Seconds in which computes may be active.
    #[specta(type = Option<u32>)]
    pub active_time_seconds: Option<f64>,
    /// Seconds of work, counted with the size of the computes.
    #[specta(type = Option<u32>)]
    pub compute_time_seconds: Option<f64>,
    /// Bytes that may be written.
    #[specta(type = Option<u32>)]
    pub written_data_bytes: Option<f64>,
    /// Bytes that may be sent out.
    #[specta(type = Option<u32>)]
    pub data_transfer_bytes: Option<f64>,
    /// Bytes that each branch may hold.
    #[specta(type = Option<u32>)]
    pub logical_size_bytes: Option<f64>,
}

impl From<&Project> for ProjectDetailsView {
    fn from(project: &Project) -> Self {
        let settings = project.settings.clone().unwrap_or_default();
        let defaults = project
            .default_endpoint_settings
            .clone()
            .unwrap_or_default();
        let allowed = settings.allowed_ips.unwrap_or_default();
        let owner = project.owner.as_ref();
        let filled = |text: &String| (!text.is_empty()).then(|| text.clone());
        Self {
            platform_id: project.platform_id.clone(),
            provisioner: project.provisioner.clone(),
            creation_source: project.creation_source.clone(),
            owner_id: project.owner_id.clone(),
            owner_name: owner.and_then(|owner| filled(&owner.name)),
            owner_email: owner.and_then(|owner| filled(&owner.email)),
            owner_plan: owner.and_then(|owner| owner.subscription_type.clone()),
            owner_branches_limit: counted(owner.and_then(|owner| owner.branches_limit)),
            cpu_used_seconds: counted(project.cpu_used_sec),
            storage_byte_hours: counted(project.data_storage_bytes_hour),
            quota_reset_at: project.quota_reset_at,
            maintenance_starts_at: project.maintenance_starts_at,
            maintenance_scheduled_for: project.maintenance_scheduled_for,
            maintenance_window: settings.maintenance_window.map(|it| MaintenanceWindowView {
                weekdays: it.weekdays,
                start: it.start_time,
                end: it.end_time,
            }),
            hipaa_enabled_at: project.hipaa_enabled_at,
            allowed_ips: allowed.ips.unwrap_or_default(),
            allowed_ips_protected_only: allowed.protected_branches_only,
            audit_log_level: text(settings.audit_log_level.as_ref()),
            quota: settings.quota.map(QuotaView::from).unwrap_or_default(),
            preload_defaults: settings
                .preload_libraries
                .as_ref()
                .and_then(|it| it.use_defaults),
            preload_libraries: libraries(settings.preload_libraries),
            pg_settings: defaults.pg_settings.unwrap_or_default(),
            pooler_settings: defaults.pgbouncer_settings.unwrap_or_default(),
        }
    }
}

impl From<Quota> for QuotaView {
    fn from(quota: Quota) -> Self {
        // The platform writes no limit as 0.
        let limit = |value: Option<u64>| value.filter(|value| *value > 0).map(count);
        Self {
            active_time_seconds: limit(quota.active_time_seconds),
            compute_time_seconds: limit(quota.compute_time_seconds),
            written_data_bytes: limit(quota.written_data_bytes),
            data_transfer_bytes: limit(quota.data_transfer_bytes),
            logical_size_bytes: limit(quota.logical_size_bytes),
        }
    }
}

/// A library that computes can load at their start.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PreloadLibraryView {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Whether it is the platform's own choice.
    pub is_default: bool,
    /// Whether the platform is still trying it out.
    pub is_experimental: bool,
}

impl From<&PreloadLibrary> for PreloadLibraryView {
    fn from(it: &PreloadLibrary) -> Self {
        Self {
            name: it.library_name.clone(),
            description: it.description.clone(),
            version: it.version.clone(),
            is_default: it.is_default,
            is_experimental: it.is_experimental,
        }
    }
}

pub(super) fn libraries(preloaded: Option<PreloadLibraries>) -> Vec<String> {
    preloaded
        .and_then(|it| it.enabled_libraries)
        .unwrap_or_default()
}
