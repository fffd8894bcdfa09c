//! What projects and branches have used.

mod record;

use chrono::{DateTime, Utc};

pub use record::{
    BranchMetrics, Granularity, Metric, MetricValue, Metrics, Period, ProjectConsumption,
    ProjectMetrics, Usage,
};

use super::moment;
use crate::call::Call;
use crate::{BranchId, Error, Listed, Management, OrgId, Page, ProjectId, Reply};

impl Listed for ProjectConsumption {
    const FIELD: &'static str = "projects";
}

impl Listed for ProjectMetrics {
    const FIELD: &'static str = "projects";
}

impl Listed for BranchMetrics {
    const FIELD: &'static str = "branches";
}

/// A time and its precision. The platform rounds both ends to whole entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Its first moment.
    pub from: DateTime<Utc>,
    /// The moment after its last.
    pub to: DateTime<Utc>,
    /// How long one entry is.
    pub granularity: Granularity,
}

/// Whose consumption is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListConsumption {
    /// How many on a page: 1 to 100 projects (10 when `None`), 1 to 1000 branches (100 when `None`).
    pub page_size: Option<u32>,
    /// Where the page begins: `next` of the page before it.
    pub cursor: Option<String>,
    /// Only these projects, 100 at most; all when empty.
    pub project_ids: Vec<ProjectId>,
}

/// What has been used.
#[derive(Debug, Clone)]
pub struct Consumption {
    management: Management,
}

impl Management {
    /// What projects and branches have used.
    #[must_use]
    pub fn consumption(&self) -> Consumption {
        Consumption {
            management: self.clone(),
        }
    }
}

impl Consumption {
    /// One page of projects (`GET /consumption_history/projects`). `organization` is needed as for the list of
    /// projects. An error with status 403 says that the plan has no history, 406 that the span does not fit.
    pub async fn projects(
        &self,
        span: &Span,
        organization: Option<&OrgId>,
        list: ListConsumption,
    ) -> Result<Reply<Page<ProjectConsumption>>, Error> {
        let call = projects_call(span, organization, &list);
        self.management
            .page(call, list.page_size, list.cursor)
            .await
    }

    /// One page of projects, metric by metric (`GET /consumption_history/v2/projects`). Without a metric it is an error with
    /// `is_invalid`, and nothing is sent.
    pub async fn project_metrics(
        &self,
        organization: &OrgId,
        span: &Span,
        metrics: &[Metric],
        list: ListConsumption,
    ) -> Result<Reply<Page<ProjectMetrics>>, Error> {
        let call = project_metrics_call(organization, span, metrics, &list);
        self.management
            .page(call, list.page_size, list.cursor)
            .await
    }

    /// One page of branches, metric by metric (`GET /consumption_history/v2/branches`). The list must name the
    /// projects; `branches` names some of theirs, 100 at most, or is empty for all. Without a project or a metric it is an
    /// error with `is_invalid`, and nothing is sent.
    pub async fn branch_metrics(
        &self,
        organization: &OrgId,
        span: &Span,
        metrics: &[Metric],
        branches: &[BranchId],
        list: ListConsumption,
    ) -> Result<Reply<Page<BranchMetrics>>, Error> {
        let call = branch_metrics_call(organization, span, metrics, branches, &list);
        self.management
            .page(call, list.page_size, list.cursor)
            .await
    }
}

fn projects_call(span: &Span, organization: Option<&OrgId>, list: &ListConsumption) -> Call {
    let call = Call::get(
        "look up the projects' usage",
        "/consumption_history/projects",
        &[],
    );
    spanning(call, span)
        .query_opt("org_id", organization)
        .query_opt("project_ids", joined(&list.project_ids, ProjectId::as_str))
}

fn project_metrics_call(
    organization: &OrgId,
    span: &Span,
    metrics: &[Metric],
    list: &ListConsumption,
) -> Call {
    let call = Call::get(
        "look up the projects' usage",
        "/consumption_history/v2/projects",
        &[],
    );
    spanning(call, span)
        .query("org_id", organization)
        .query_needed("metrics", joined(metrics, Metric::as_str), "metric")
        .query_opt("project_ids", joined(&list.project_ids, ProjectId::as_str))
}

fn branch_metrics_call(
    organization: &OrgId,
    span: &Span,
    metrics: &[Metric],
    branches: &[BranchId],
    list: &ListConsumption,
) -> Call {
    let call = Call::get(
        "look up the branches' usage",
        "/consumption_history/v2/branches",
        &[],
    );
    spanning(call, span)
        .query("org_id", organization)
        .query_needed("metrics", joined(metrics, Metric::as_str), "metric")
        .query_needed(
            "project_ids",
            joined(&list.project_ids, ProjectId::as_str),
            "project",
        )
        .query_opt("branch_ids", joined(branches, BranchId::as_str))
}

fn spanning(call: Call, span: &Span) -> Call {
    call.query("from", moment::to_the_second(&span.from))
        .query("to", moment::to_the_second(&span.to))
        .query("granularity", &span.granularity)
}

/// With commas, or not at all when there is nothing.
fn joined<T>(items: &[T], word: fn(&T) -> &str) -> Option<String> {
    let words: Vec<_> = items.iter().map(word).collect();
    (!words.is_empty()).then(|| words.join(","))
}
