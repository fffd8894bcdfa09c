//! `settings` and `default_endpoint_settings` of a project.

use std::collections::BTreeSet;

use chrono::NaiveTime;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::libraries;
use crate::platform_text;
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::route::computes::size::{SizeRequest, must_be_empty};
use crate::route::text;
use crate::state::{ComputeSize, PreloadLibraries, Project, allowed_ips};

/// In seconds: none to thirty days.
const HISTORY: std::ops::RangeInclusive<i64> = 0..=2_592_000;

/// What a request says of a project's settings. What it leaves out stays as it is.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
pub struct SettingsRequest {
    #[serde(skip_serializing)]
    pub enable_logical_replication: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block_public_connections: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block_vpc_connections: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hipaa: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quota: Option<Quota>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_ips: Option<AllowedIps>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maintenance_window: Option<MaintenanceWindow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audit_log_level: Option<AuditLogLevel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preload_libraries: Option<PreloadLibraries>,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
struct Quota {
    #[serde(skip_serializing_if = "Option::is_none")]
    active_time_seconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compute_time_seconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written_data_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_transfer_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_size_bytes: Option<u64>,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
struct AllowedIps {
    #[serde(skip_serializing_if = "Option::is_none")]
    ips: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    protected_branches_only: Option<bool>,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
struct MaintenanceWindow {
    weekdays: Vec<u8>,
    start_time: String,
    end_time: String,
}

#[derive(Debug, Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum AuditLogLevel {
    Base,
    Extended,
    Full,
}

impl SettingsRequest {
    /// The present settings with what is asked for in place of them; a quota, which is an object
    /// of its own, counter by counter.
    pub fn applied_to(&self, present: &Map<String, Value>) -> Result<Map<String, Value>, Failure> {
        self.check()?;
        let request = serde_json::to_value(self)
            .map_err(|error| invalid(format!("project.settings: {error}")))?;
        let mut settings = present.clone();
        let request = request.as_object().into_iter().flatten();
        for (name, value) in request {
            match (settings.get_mut(name), value) {
                (Some(Value::Object(old)), Value::Object(new)) if name == "quota" => {
                    old.extend(new.clone());
                }
                _ => drop(settings.insert(name.clone(), value.clone())),
            }
        }
        Ok(settings)
    }
}

impl SettingsRequest {
    fn check(&self) -> Result<(), Failure> {
        let ips = self.allowed_ips.iter().flat_map(|it| &it.ips).flatten();
        if let Some(wrong) = first(ips, |ip| allowed_ips::parse(ip).is_none()) {
            return Err(invalid(format!(
                "project.settings.allowed_ips.ips: invalid IP address; ip:\"{wrong}\""
            )));
        }
        if let Some(window) = &self.maintenance_window {
            window.check()?;
        }
        let libraries = self.preload_libraries.as_ref();
        libraries.map_or(Ok(()), |it| libraries::check("project.settings", it))
    }
}

fn first<'a>(
    texts: impl Iterator<Item = &'a String>,
    is_wrong: impl Fn(&str) -> bool,
) -> Option<&'a String> {
    texts.into_iter().find(|text| is_wrong(text))
}

impl MaintenanceWindow {
    fn check(&self) -> Result<(), Failure> {
        const FIELD: &str = "project.settings.maintenance_window";
        let days: BTreeSet<u8> = self.weekdays.iter().copied().collect();
        let each_once = days.len() == self.weekdays.len() && !days.is_empty();
        if !each_once || days.iter().any(|day| !(1..=7).contains(day)) {
            return Err(invalid(format!(
                "{FIELD}.weekdays must be days from 1 to 7, each once"
            )));
        }
        for (name, time) in [
            ("start_time", &self.start_time),
            ("end_time", &self.end_time),
        ] {
            // `parse_from_str` would also take one digit.
            if time.len() != "HH:MM".len() || NaiveTime::parse_from_str(time, "%H:%M").is_err() {
                return Err(invalid(format!("{FIELD}.{name} must be a time as HH:MM")));
            }
        }
        Ok(())
    }
}

/// `default_endpoint_settings`: a compute's size, and its settings beside it.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct ComputeDefaultsRequest {
    #[serde(flatten)]
    size: SizeRequest,
    pg_settings: Option<Map<String, Value>>,
    pgbouncer_settings: Option<Map<String, Value>>,
}

impl ComputeDefaultsRequest {
    pub fn applied_to(&self, present: &ComputeSize) -> Result<ComputeSize, Failure> {
        let mut size = self.size.for_new(present)?;
        if let Some(settings) = &self.pg_settings {
            must_be_empty("pg_settings", settings)?;
            size.pg_settings = settings.clone();
        }
        if let Some(settings) = &self.pgbouncer_settings {
            must_be_empty("pgbouncer_settings", settings)?;
            size.pgbouncer_settings = settings.clone();
        }
        Ok(size)
    }
}

pub fn check_name(name: Option<&str>) -> Result<(), Failure> {
    name.map_or(Ok(()), |name| text::check("project.name", name, 256))
}

pub fn check_history(seconds: Option<i64>) -> Result<(), Failure> {
    match seconds {
        Some(seconds) if !HISTORY.contains(&seconds) => Err(invalid(
            "project.history_retention_seconds must be between 0 and 2592000",
        )),
        _ => Ok(()),
    }
}

/// 400 as the platform writes it when the one field of a body is missing.
pub fn no_project() -> Failure {
    invalid(format!(
        "decode application/json: {}",
        platform_text::field_required("project")
    ))
}

/// Notes when the project came under HIPAA, or that it is no longer.
pub fn note_hipaa(project: &mut Project, hipaa: Option<bool>, now: chrono::DateTime<chrono::Utc>) {
    match hipaa {
        Some(true) => drop(project.hipaa_enabled_at.get_or_insert(now)),
        Some(false) => project.hipaa_enabled_at = None,
        None => {}
    }
}
