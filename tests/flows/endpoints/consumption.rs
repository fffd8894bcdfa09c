use api::resource::consumption::{Granularity, ListConsumption, Metric, Span};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::fixture::EndpointFixture;
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!("GET /consumption_history/projects", first_raw, first),
        row!("GET /consumption_history/v2/projects", second_raw, second),
        row!(
            "GET /consumption_history/v2/branches",
            branches_raw,
            branches
        ),
    ]
}

fn write(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The last two hours in hours, as a query.
fn hours(fixture: &EndpointFixture<'_>) -> String {
    let now = fixture.walk.sandbox.now();
    let from = write(now - TimeDelta::hours(2));
    format!(
        "granularity=hourly&from={from}&to={}&project_ids={{p}}",
        write(now)
    )
}

fn span(fixture: &EndpointFixture<'_>) -> Span {
    let to = fixture.walk.sandbox.now();
    Span {
        from: to - TimeDelta::hours(2),
        to,
        granularity: Granularity::Hourly,
    }
}

fn one(fixture: &EndpointFixture<'_>) -> ListConsumption {
    ListConsumption {
        project_ids: vec![fixture.project_id()],
        ..ListConsumption::default()
    }
}

/// Periods with frames of this picture.
fn periods(frame: &Value) -> Value {
    json!(["<each>", {
        "period_id": "<uuid>", "period_plan": "<text>", "period_start": "<time>", "period_end?": "<time>",
        "consumption": ["<each>", frame],
    }])
}

/// What is refused on all three of them.
async fn refuses(fixture: &EndpointFixture<'_>, path: &str, more: &str) {
    let now = fixture.walk.sandbox.now();
    let (earlier, later) = (write(now - TimeDelta::hours(2)), write(now));
    let of = |query: String| format!("GET {path}?{query}{more}&project_ids={{p}}");
    for wrong in [
        format!("granularity=hourly&from={earlier}"),
        format!("granularity=yearly&from={earlier}&to={later}"),
        format!("granularity=hourly&from={later}&to={earlier}"),
        format!("granularity=hourly&from=yesterday&to={later}"),
    ] {
        fixture
            .refuses(400, "invalid request", &of(wrong), Value::Null)
            .await;
    }
    let ago = write(now - TimeDelta::days(30));
    let too_far = of(format!("granularity=hourly&from={ago}&to={later}"));
    fixture
        .refuses(406, "outside the boundaries", &too_far, Value::Null)
        .await;
}

const METRICS: &str = "&org_id={o}&metrics=compute_unit_seconds,root_branch_bytes_month";

fn metrics() -> Value {
    let values = json!([
        {"metric_name": "compute_unit_seconds", "value": "<number>"},
        {"metric_name": "root_branch_bytes_month", "value": "<number>"},
    ]);
    json!({"timeframe_start": "<time>", "timeframe_end": "<time>", "metrics": values})
}

async fn first_raw(fixture: &EndpointFixture<'_>) {
    let path = "/consumption_history/projects";
    let query = hours(fixture);
    let found = fixture
        .answers(200, &format!("GET {path}?{query}"), Value::Null)
        .await;
    let frame = json!({
        "timeframe_start": "<time>", "timeframe_end": "<time>", "active_time_seconds": "<int>",
        "compute_time_seconds": "<int>", "written_data_bytes": "<int>", "synthetic_storage_size_bytes": "<int>",
    });
    let project = json!({"project_id": fixture.project, "periods": periods(&frame)});
    like(
        &found,
        &json!({"projects": [project], "pagination": {"cursor": fixture.project}}),
    );
    let too_many = format!("GET {path}?{query}&limit=101");
    fixture
        .refuses(400, "invalid request", &too_many, Value::Null)
        .await;
    refuses(fixture, path, "").await;
}

async fn first(fixture: &EndpointFixture<'_>) {
    let consumption = fixture.api.consumption();
    let page = consumption
        .projects(&span(fixture), None, one(fixture))
        .await
        .unwrap()
        .value;
    let [found] = page.items.as_slice() else {
        panic!("{page:?}")
    };
    assert_eq!(found.project_id, fixture.project_id());
    let frame = &found.periods[0].consumption[0];
    assert!(frame.timeframe_start < frame.timeframe_end && frame.active_time_seconds.is_some());
}

async fn second_raw(fixture: &EndpointFixture<'_>) {
    let path = "/consumption_history/v2/projects";
    let query = hours(fixture);
    let found = fixture
        .answers(200, &format!("GET {path}?{query}{METRICS}"), Value::Null)
        .await;
    let project = json!({"project_id": fixture.project, "periods": periods(&metrics())});
    like(
        &found,
        &json!({"projects": [project], "pagination": {"cursor": fixture.project}}),
    );
    let without = format!("GET {path}?{query}&metrics=compute_unit_seconds");
    fixture.refuses(400, "org_id", &without, Value::Null).await;
    let unknown = format!("GET {path}?{query}&org_id={{o}}&metrics=happiness");
    fixture.refuses(400, "metrics", &unknown, Value::Null).await;
    refuses(fixture, path, METRICS).await;
}

async fn second(fixture: &EndpointFixture<'_>) {
    let consumption = fixture.api.consumption();
    let metrics = [Metric::ComputeUnitSeconds, Metric::ExtraBranchesMonth];
    let (organization, span) = (fixture.org_id(), span(fixture));
    let found = consumption.project_metrics(&organization, &span, &metrics, one(fixture));
    let page = found.await.unwrap().value;
    assert_eq!(page.items[0].project_id, fixture.project_id());
    let reported: Vec<_> = page.items[0].periods[0].consumption[0]
        .metrics
        .iter()
        .map(|it| it.metric.clone())
        .collect();
    assert_eq!(reported, metrics);
}

async fn branches_raw(fixture: &EndpointFixture<'_>) {
    let path = "/consumption_history/v2/branches";
    let query = hours(fixture);
    let found = fixture
        .answers(200, &format!("GET {path}?{query}{METRICS}"), Value::Null)
        .await;
    let branch = json!({"project_id": fixture.project, "branch_id": fixture.branch, "periods": periods(&metrics())});
    like(&found, &json!({"branches": [branch]}));
    let only = format!("GET {path}?{query}{METRICS}&branch_ids={{b}}");
    assert_eq!(
        fixture.answers(200, &only, Value::Null).await["branches"],
        found["branches"]
    );
    refuses(fixture, path, METRICS).await;
}

async fn branches(fixture: &EndpointFixture<'_>) {
    let consumption = fixture.api.consumption();
    let metrics = [Metric::ComputeUnitSeconds];
    let (organization, span) = (fixture.org_id(), span(fixture));
    let only = [fixture.branch_id()];
    let found = consumption.branch_metrics(&organization, &span, &metrics, &only, one(fixture));
    let page = found.await.unwrap().value;
    let [found] = page.items.as_slice() else {
        panic!("{page:?}")
    };
    assert_eq!(
        (&found.branch_id, found.project_id.as_ref()),
        (&fixture.branch_id(), Some(&fixture.project_id()))
    );
}
