use std::cmp::Reverse;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use super::frames::{Period, periods, samples};
use super::metrics::{Frame, Metric, MetricFrame, OptionalMetrics};
use super::query::{ConsumptionQuery, organization};
use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::{Cursor, QueryParams, invalid};
use crate::shared::Shared;
use crate::state::Project;

const LARGEST_PAGE: usize = 100;
const USUAL_PAGE: usize = 10;

#[derive(Debug, Serialize)]
pub struct ProjectConsumptionResponse<T> {
    projects: Vec<ProjectConsumption<T>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pagination: Option<Cursor>,
}

#[derive(Debug, Serialize)]
struct ProjectConsumption<T> {
    project_id: String,
    periods: Vec<Period<T>>,
}

/// By id.
pub async fn first_form(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    QueryParams(query): QueryParams<Vec<(String, String)>>,
) -> Result<Json<ProjectConsumptionResponse<Frame>>, Failure> {
    let (query, now) = (ConsumptionQuery(query), shared.now());
    let older = matches!(query.one("include_v1_metrics"), Some("true" | "True" | "1"));
    let more = OptionalMetrics::parse(&query.several("metrics"), older)?;
    shared.store.read(|state| {
        let whose = organization(state, &caller, query.one("org_id"), false)?;
        let span = query.span(now)?;
        let all = query.projects(state, &caller, whose.as_deref())?;
        list(&query, all, |it| {
            let samples = samples(state, it, span, now);
            periods(it, &samples, span, now, |frame, it| {
                Frame::of(frame, it, more)
            })
        })
    })
}

/// Newest first.
pub async fn second_form(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    QueryParams(query): QueryParams<Vec<(String, String)>>,
) -> Result<Json<ProjectConsumptionResponse<MetricFrame>>, Failure> {
    let (query, now) = (ConsumptionQuery(query), shared.now());
    let metrics = Metric::parse(&query.several("metrics"), false)?;
    shared.store.read(|state| {
        let whose = organization(state, &caller, query.one("org_id"), true)?;
        let span = query.span(now)?;
        let mut all = query.projects(state, &caller, whose.as_deref())?;
        all.sort_by_key(|it| (Reverse(it.created_at), it.id.as_str()));
        list(&query, all, |it| {
            let samples = samples(state, it, span, now);
            periods(it, &samples, span, now, |frame, it| {
                MetricFrame::of(frame, it, &metrics)
            })
        })
    })
}

fn list<T>(
    query: &ConsumptionQuery,
    all: Vec<&Project>,
    periods_of: impl Fn(&Project) -> Vec<Period<T>>,
) -> Result<Json<ProjectConsumptionResponse<T>>, Failure> {
    let limit = query.limit(LARGEST_PAGE, USUAL_PAGE)?;
    let first = match query.one("cursor") {
        None | Some("") => 0,
        Some(cursor) => match all.iter().position(|it| it.id == cursor) {
            Some(at) => at + 1,
            None => {
                return Err(invalid("query: cursor: must come from a page of this list"));
            }
        },
    };
    let page = all.into_iter().skip(first).take(limit);
    let projects: Vec<ProjectConsumption<T>> = page
        .map(|it| ProjectConsumption {
            project_id: it.id.clone(),
            periods: periods_of(it),
        })
        .collect();
    let pagination = projects.last().map(|last| Cursor {
        cursor: last.project_id.clone(),
    });
    Ok(Json(ProjectConsumptionResponse {
        projects,
        pagination,
    }))
}
