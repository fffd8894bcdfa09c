use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use super::frames::{Period, periods, samples_of_branch};
use super::metrics::{Metric, MetricFrame};
use super::query::{ConsumptionQuery, organization};
use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::{Cursor, QueryParams, invalid};
use crate::shared::Shared;
use crate::state::{Branch, Project};

const LARGEST_PAGE: usize = 1000;
const USUAL_PAGE: usize = 100;

#[derive(Debug, Serialize)]
pub struct BranchConsumptionResponse {
    branches: Vec<BranchConsumption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pagination: Option<Cursor>,
}

#[derive(Debug, Serialize)]
struct BranchConsumption {
    project_id: String,
    branch_id: String,
    periods: Vec<Period<MetricFrame>>,
}

/// By project, then by branch.
pub async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    QueryParams(query): QueryParams<Vec<(String, String)>>,
) -> Result<Json<BranchConsumptionResponse>, Failure> {
    let (query, now) = (ConsumptionQuery(query), shared.now());
    let metrics = Metric::parse(&query.several("metrics"), true)?;
    let limit = query.limit(LARGEST_PAGE, USUAL_PAGE)?;
    if query.several("project_ids").is_empty() {
        return Err(invalid("query: project_ids: parameter is required"));
    }
    let wanted = query.ids("branch_ids")?;
    let after = query.one("cursor").filter(|it| !it.is_empty());
    let after = after.map(parse_cursor).transpose()?;
    shared.store.read(|state| {
        let whose = organization(state, &caller, query.one("org_id"), true)?;
        let span = query.span(now)?;
        let projects = query.projects(state, &caller, whose.as_deref())?;
        let each = projects
            .into_iter()
            .flat_map(|project| state.branches_of(&project.id).map(move |it| (project, it)));
        let rest = each.filter(|(project, it)| {
            let named = wanted.is_empty() || wanted.contains(it.id.as_str());
            let position = (project.id.as_str(), it.id.as_str());
            named && after.is_none_or(|after| position > after)
        });
        let page: Vec<(&Project, &Branch)> = rest.take(limit).collect();
        let pagination = page.last().map(|(project, branch)| Cursor {
            cursor: format!("{}/{}", project.id, branch.id),
        });
        let branches = page.into_iter().map(|(project, branch)| {
            let samples = samples_of_branch(state, branch, span, now);
            BranchConsumption {
                project_id: project.id.clone(),
                branch_id: branch.id.clone(),
                periods: periods(project, &samples, span, now, |frame, it| {
                    MetricFrame::of(frame, it, &metrics)
                }),
            }
        });
        Ok(Json(BranchConsumptionResponse {
            branches: branches.collect(),
            pagination,
        }))
    })
}

fn parse_cursor(cursor: &str) -> Result<(&str, &str), Failure> {
    cursor
        .split_once('/')
        .ok_or_else(|| invalid("query: cursor: must come from a page of this list"))
}
