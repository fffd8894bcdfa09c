use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::platform_text;
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::route::projects::libraries;
use crate::state::{ComputeSize, PreloadLibraries, Provisioner};

/// The sizes below and up to the largest that exists; between them every whole number is one.
const SMALL_CU: [f64; 2] = [0.25, 0.5];
const LARGEST_CU: f64 = 56.0;
/// A larger compute has one size, and a smaller one may grow by so much.
const LARGEST_THAT_GROWS: f64 = 16.0;
const LARGEST_GROWTH: f64 = 8.0;
/// A minute to a week; 0 is the platform's default and -1 is never.
const SUSPEND_AFTER: std::ops::RangeInclusive<i64> = 60..=604_800;

/// What a request says of a compute's size and settings.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct SizeRequest {
    autoscaling_limit_min_cu: Option<f64>,
    autoscaling_limit_max_cu: Option<f64>,
    suspend_timeout_seconds: Option<i64>,
    settings: Option<SettingsRequest>,
    provisioner: Option<Provisioner>,
    pooler_enabled: Option<bool>,
    /// There is one only, and it has no meaning here: there is no pooler.
    #[serde(rename = "pooler_mode")]
    _pooler_mode: Option<PoolerMode>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PoolerMode {
    Transaction,
}

#[derive(Debug, Clone, Deserialize)]
struct SettingsRequest {
    pg_settings: Option<Map<String, Value>>,
    pgbouncer_settings: Option<Map<String, Value>>,
    preload_libraries: Option<PreloadLibraries>,
}

impl SizeRequest {
    /// The limits and the provisioner alone, as a project's creation may have them.
    pub fn of_project(
        min_cu: Option<f64>,
        max_cu: Option<f64>,
        provisioner: Option<Provisioner>,
    ) -> Self {
        Self {
            provisioner,
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
            (Some(min), None) if min > LARGEST_THAT_GROWS => max_cu = min,
            (Some(min), None) => max_cu = max_cu.max(min).min((min + LARGEST_GROWTH).floor()),
            (None, Some(max)) if max > LARGEST_THAT_GROWS => min_cu = max,
            (None, Some(max)) => min_cu = min_cu.min(max).max(max - LARGEST_GROWTH),
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
        check_limits(size.min_cu, size.max_cu)?;
        size.provisioner = self.provisioner.unwrap_or(size.provisioner);
        size.pooler_enabled = self.pooler_enabled.unwrap_or(size.pooler_enabled);
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
                return Err(invalid(platform_text::SETTINGS_ARE_NIL));
            };
            must_be_empty("pg_settings", pg_settings)?;
            size.pg_settings = pg_settings.clone();
            if let Some(pgbouncer_settings) = &settings.pgbouncer_settings {
                must_be_empty("pgbouncer_settings", pgbouncer_settings)?;
                size.pgbouncer_settings = pgbouncer_settings.clone();
            }
            if let Some(libraries) = &settings.preload_libraries {
                libraries::check("settings", libraries)?;
                size.preload_libraries = Some(libraries.clone());
            }
        }
        Ok(size)
    }
}

fn check_limits(min: f64, max: f64) -> Result<(), Failure> {
    let is_size =
        |cu: f64| SMALL_CU.contains(&cu) || ((1.0..=LARGEST_CU).contains(&cu) && cu.fract() == 0.0);
    if !is_size(min) || !is_size(max) {
        return Err(invalid(
            "a compute's limits must be 0.25, 0.5 or a whole number from 1 to 56",
        ));
    }
    if min > max {
        return Err(invalid(
            "autoscaling_limit_min_cu must not be above autoscaling_limit_max_cu",
        ));
    }
    if min < max && max > LARGEST_THAT_GROWS {
        return Err(invalid(
            "autoscaling_limit_max_cu must not be above 16 unless both limits are the same",
        ));
    }
    if max - min > LARGEST_GROWTH {
        return Err(invalid(
            "autoscaling_limit_max_cu must not be more than 8 above autoscaling_limit_min_cu",
        ));
    }
    Ok(())
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
