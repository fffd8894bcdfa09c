use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::reply::Failure;
use crate::route::body::invalid;
use crate::state::ComputeSize;

const SMALLEST_CU: f64 = 0.25;
/// A minute to a week; 0 is the platform's default and -1 is never.
const SUSPEND_AFTER: std::ops::RangeInclusive<i64> = 60..=604_800;

/// What a request says of a compute's size and settings.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct SizeRequest {
    autoscaling_limit_min_cu: Option<f64>,
    autoscaling_limit_max_cu: Option<f64>,
    suspend_timeout_seconds: Option<i64>,
    settings: Option<SettingsRequest>,
}

#[derive(Debug, Clone, Deserialize)]
struct SettingsRequest {
    pg_settings: Option<Map<String, Value>>,
    pgbouncer_settings: Option<Map<String, Value>>,
}

impl SizeRequest {
    /// The limits alone, as a project's creation may have them.
    pub fn of_limits(min_cu: Option<f64>, max_cu: Option<f64>) -> Self {
        Self {
            autoscaling_limit_min_cu: min_cu,
            autoscaling_limit_max_cu: max_cu,
            ..Self::default()
        }
    }

    /// For a new compute: a limit that is not given follows the other where the default would not
    /// fit it.
    pub fn for_new(&self, defaults: &ComputeSize) -> Result<ComputeSize, Failure> {
        let (mut min_cu, mut max_cu) = (defaults.min_cu, defaults.max_cu);
        match (self.autoscaling_limit_min_cu, self.autoscaling_limit_max_cu) {
            (Some(min), None) => max_cu = max_cu.max(min),
            (None, Some(max)) => min_cu = min_cu.min(max),
            _ => {}
        }
        let defaults = ComputeSize {
            min_cu,
            max_cu,
            ..defaults.clone()
        };
        self.applied_to(&defaults)
    }

    /// The present size with what is asked for in place of it.
    pub fn applied_to(&self, present: &ComputeSize) -> Result<ComputeSize, Failure> {
        let mut size = present.clone();
        size.min_cu = self.autoscaling_limit_min_cu.unwrap_or(size.min_cu);
        size.max_cu = self.autoscaling_limit_max_cu.unwrap_or(size.max_cu);
        if size.min_cu < SMALLEST_CU || size.max_cu < SMALLEST_CU {
            return Err(invalid(format!(
                "a compute's limits must be at least {SMALLEST_CU}"
            )));
        }
        if size.min_cu > size.max_cu {
            return Err(invalid(
                "autoscaling_limit_min_cu must not be above autoscaling_limit_max_cu",
            ));
        }
        if let Some(seconds) = self.suspend_timeout_seconds {
            if !matches!(seconds, -1 | 0) && !SUSPEND_AFTER.contains(&seconds) {
                return Err(invalid(
                    "suspend_timeout_seconds must be -1, 0 or between 60 and 604800",
                ));
            }
            size.suspend_timeout_seconds = seconds;
        }
        if let Some(settings) = &self.settings {
            let Some(pg_settings) = &settings.pg_settings else {
                return Err(invalid("settings must not be nil"));
            };
            must_be_empty("pg_settings", pg_settings)?;
            size.pg_settings = pg_settings.clone();
            if let Some(pgbouncer_settings) = &settings.pgbouncer_settings {
                must_be_empty("pgbouncer_settings", pgbouncer_settings)?;
                size.pgbouncer_settings = pgbouncer_settings.clone();
            }
        }
        Ok(size)
    }
}

/// The servers of the sandbox run as they are and have no pooler before them. To keep a setting and
/// not follow it would be worse than to say so.
pub fn must_be_empty(what: &str, settings: &Map<String, Value>) -> Result<(), Failure> {
    match settings.keys().next() {
        None => Ok(()),
        Some(name) => Err(Failure::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("{what} can't be changed in the sandbox; setting_name:\"{name}\""),
        )
        .hint("Set it for a role or a database with ALTER ROLE or ALTER DATABASE instead.")),
    }
}
