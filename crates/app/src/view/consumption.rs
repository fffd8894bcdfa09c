use api::resource::consumption::{
    BranchMetrics, Metrics, Period, ProjectConsumption, ProjectMetrics, Usage,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::number::{counted, text};

/// What one project or branch used, metric by metric.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConsumptionView {
    /// The project.
    pub project_id: Option<String>,
    /// The branch, where it is about one.
    pub branch_id: Option<String>,
    /// What was used, one entry an hour, day or month, the oldest first.
    pub entries: Vec<ConsumptionEntryView>,
}

/// What was used in one hour, day or month.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConsumptionEntryView {
    /// Its first moment.
    pub from: Option<DateTime<Utc>>,
    /// The moment after its last.
    pub to: Option<DateTime<Utc>>,
    /// The plan at that time, in the platform's word.
    pub plan: String,
    /// The values.
    pub metrics: Vec<MetricView>,
}

/// The value of one metric, in the unit that its name ends in.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MetricView {
    /// Which one, in the platform's word, such as `compute_unit_seconds`.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// One page of what was used.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConsumptionPageView {
    /// What each project or branch used.
    pub items: Vec<ConsumptionView>,
    /// Pass as `cursor` to get the next page; `None` at the end.
    pub next: Option<String>,
}

impl From<&ProjectConsumption> for ConsumptionView {
    fn from(used: &ProjectConsumption) -> Self {
        Self {
            project_id: Some(used.project_id.to_string()),
            branch_id: None,
            entries: entries(&used.periods, of_usage),
        }
    }
}

impl From<&ProjectMetrics> for ConsumptionView {
    fn from(used: &ProjectMetrics) -> Self {
        Self {
            project_id: Some(used.project_id.to_string()),
            branch_id: None,
            entries: entries(&used.periods, of_metrics),
        }
    }
}

impl From<&BranchMetrics> for ConsumptionView {
    fn from(used: &BranchMetrics) -> Self {
        Self {
            project_id: text(used.project_id.as_ref()),
            branch_id: Some(used.branch_id.to_string()),
            entries: entries(&used.periods, of_metrics),
        }
    }
}

fn entries<T>(
    periods: &[Period<T>],
    entry: fn(&T, &str) -> ConsumptionEntryView,
) -> Vec<ConsumptionEntryView> {
    let of_period = |period: &Period<T>| {
        let plan = period.period_plan.clone();
        let used = period.consumption.iter();
        used.map(|used| entry(used, &plan)).collect::<Vec<_>>()
    };
    periods.iter().flat_map(of_period).collect()
}

fn of_metrics(used: &Metrics, plan: &str) -> ConsumptionEntryView {
    let metrics = used.metrics.iter();
    ConsumptionEntryView {
        from: used.timeframe_start,
        to: used.timeframe_end,
        plan: plan.to_owned(),
        metrics: metrics
            .map(|it| MetricView {
                name: it.metric.to_string(),
                value: it.value,
            })
            .collect(),
    }
}

fn of_usage(used: &Usage, plan: &str) -> ConsumptionEntryView {
    let metrics = [
        ("active_time_seconds", used.active_time_seconds),
        ("compute_time_seconds", used.compute_time_seconds),
        ("written_data_bytes", used.written_data_bytes),
        (
            "synthetic_storage_size_bytes",
            used.synthetic_storage_size_bytes,
        ),
        ("data_storage_bytes_hour", used.data_storage_bytes_hour),
        ("logical_size_bytes", used.logical_size_bytes),
        ("logical_size_bytes_hour", used.logical_size_bytes_hour),
    ];
    ConsumptionEntryView {
        from: used.timeframe_start,
        to: used.timeframe_end,
        plan: plan.to_owned(),
        metrics: metrics
            .into_iter()
            .filter_map(|(name, value)| {
                counted(value).map(|value| MetricView {
                    name: name.to_owned(),
                    value,
                })
            })
            .collect(),
    }
}
