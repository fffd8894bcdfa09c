//! The consumption history, over counters that a real server has moved.

use std::time::Duration;

use sandbox::Config;
use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::test_project::TestProject;
use crate::support::test_sandbox::text;
use crate::support::{TestSandbox, sql, until};

const METRICS: &str =
    "metrics=compute_unit_seconds,root_branch_bytes_month&metrics=public_network_transfer_bytes";

async fn now(sandbox: &TestSandbox) -> String {
    let clock = sandbox.admin("GET", "/sandbox/clock", "").await.json();
    clock["now"].as_str().unwrap().to_owned()
}

async fn organization(api: &Management) -> String {
    let listed = api.get("/projects").await.json();
    listed["projects"][0]["org_id"].as_str().unwrap().to_owned()
}

fn frames(one: &Value) -> Vec<Value> {
    let periods = one["periods"].as_array().unwrap();
    let frames = periods
        .iter()
        .flat_map(|it| it["consumption"].as_array().unwrap());
    frames.cloned().collect()
}

fn sum(frames: &[Value], of: impl Fn(&Value) -> Option<u64>) -> u64 {
    frames.iter().filter_map(of).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn hours_days_and_months_tell_the_same() {
    let sandbox = TestSandbox::with(|config| config.rate_limits = None).await;
    let api = Management::of(&sandbox);
    let made = api.post("/projects", &json!({"project": {}})).await.json();
    let id = made["project"]["id"].as_str().unwrap();
    let branch = made["branch"]["id"].as_str().unwrap();
    until("the project is free", async || {
        let found = api.get(&format!("/projects/{id}")).await.json();
        found["project"]["locked"] == false
    })
    .await;
    let from = now(&sandbox).await;
    let uri = made["connection_uris"][0]["connection_uri"]
        .as_str()
        .unwrap();
    let client = sql::connect(&sandbox.running.ca_file, uri).await;
    sql::run(&client, "BEGIN").await;
    sandbox.advance(Duration::from_secs(3 * 3600)).await;
    until("three hours are counted", async || {
        let found = api.get(&format!("/projects/{id}")).await;
        assert_eq!(found.status, 200, "{}", found.body);
        found.json()["project"]["active_time_seconds"].as_u64() >= Some(3 * 3600)
    })
    .await;
    drop(client);
    let (to, org) = (now(&sandbox).await, organization(&api).await);
    let mut active_times = Vec::new();
    for granularity in ["hourly", "daily", "monthly"] {
        let span = format!("granularity={granularity}&from={from}&to={to}");
        let path = format!("/consumption_history/projects?{span}&project_ids={id}");
        let reply = api.get(&path).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let body = reply.json();
        assert_eq!(body["pagination"]["cursor"], id);
        assert_eq!(body["projects"][0]["project_id"], id);
        let first = frames(&body["projects"][0]);
        if granularity == "hourly" {
            assert!(first.len() >= 4, "{first:?}");
            assert!(
                first
                    .iter()
                    .all(|it| it["active_time_seconds"].as_u64() <= Some(3600))
            );
        }
        let active = sum(&first, |it| it["active_time_seconds"].as_u64());
        let v2 = format!("{span}&org_id={org}&{METRICS}&project_ids={id}");
        let of_projects = api
            .get(&format!("/consumption_history/v2/projects?{v2}"))
            .await;
        assert_eq!(of_projects.status, 200, "{}", of_projects.body);
        let of_branches = api
            .get(&format!("/consumption_history/v2/branches?{v2}"))
            .await;
        assert_eq!(of_branches.status, 200, "{}", of_branches.body);
        let (of_projects, of_branches) = (of_projects.json(), of_branches.json());
        assert_eq!(of_branches["branches"][0]["branch_id"], branch);
        let metric = |name: &'static str| {
            move |it: &Value| {
                let mut metrics = it["metrics"].as_array()?.iter();
                metrics.find(|it| it["metric_name"] == name)?["value"].as_u64()
            }
        };
        let compute = sum(
            &frames(&of_projects["projects"][0]),
            metric("compute_unit_seconds"),
        );
        let same = sum(
            &frames(&of_branches["branches"][0]),
            metric("compute_unit_seconds"),
        );
        assert_eq!(compute, same);
        assert!((2_690..2_800).contains(&compute), "{compute}");
        active_times.push(active);
    }
    assert!(
        active_times.iter().all(|it| (10_800..10_900).contains(it)),
        "{active_times:?}"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_that_a_move_of_the_clock_leaves_out_counts_for_no_idle_compute() {
    let idle = |config: &mut Config| config.idle_after = Duration::from_secs(300);
    let project = TestProject::of(idle, &json!({})).await;
    let uri = text(&project.made["connection_uris"][0], "connection_uri");
    let connect = async || sql::connect(&project.sandbox.running.ca_file, uri).await;
    let sandbox = &project.sandbox;
    sandbox.advance(Duration::from_secs(12 * 3600)).await;
    // Used at once, before an idle server is looked for again, and for a minute.
    let client = connect().await;
    sql::run(&client, "BEGIN").await;
    sandbox.advance(Duration::from_secs(60)).await;
    let counted = async || {
        let found = project.get("").await.json();
        found["project"]["active_time_seconds"].as_u64().unwrap()
    };
    until("the minute is counted", async || counted().await >= 60).await;
    let counted = counted().await;
    assert!(counted < 1800, "{counted} s");
    project.sandbox.stop().await;
}

#[tokio::test]
async fn questions_without_an_answer_are_refused() {
    let sandbox = TestSandbox::without_servers().await;
    let api = Management::of(&sandbox);
    api.post("/projects", &json!({"project": {}})).await;
    let (to, org) = (now(&sandbox).await, organization(&api).await);
    sandbox.advance(Duration::from_secs(400 * 24 * 3600)).await;
    let late = now(&sandbox).await;
    let long_ago = format!("from={to}&to={late}");
    let span = format!("granularity=daily&from={late}&to={late}");
    let v2 = format!("{span}&org_id={org}");
    for (path, status) in [
        (format!("projects?{span}"), 200),
        (format!("projects?{span}&org_id={org}"), 200),
        (format!("projects?{span}&org_id=org-not-mine-00000000"), 404),
        (format!("projects?granularity=hourly&{long_ago}"), 406),
        (format!("projects?granularity=daily&{long_ago}"), 406),
        (format!("projects?granularity=monthly&{long_ago}"), 406),
        (format!("projects?granularity=yearly&{long_ago}"), 400),
        ("projects?granularity=daily".to_owned(), 400),
        (
            format!("projects?granularity=daily&from={late}&to={to}"),
            400,
        ),
        (format!("projects?{span}&limit=101"), 400),
        (format!("projects?{span}&limit=x"), 400),
        (format!("projects?{span}&cursor=none"), 400),
        (format!("projects?{span}&metrics=none"), 400),
        (format!("v2/projects?{v2}"), 400),
        (format!("v2/projects?{span}&{METRICS}"), 400),
        (
            format!("v2/projects?{v2}&metrics=extra_branches_month"),
            200,
        ),
        (format!("v2/branches?{v2}&{METRICS}"), 400),
        (
            format!("v2/branches?{v2}&project_ids=a&metrics=extra_branches_month"),
            400,
        ),
        (format!("v2/branches?{v2}&project_ids=a&{METRICS}"), 200),
    ] {
        let reply = api.get(&format!("/consumption_history/{path}")).await;
        assert_eq!(reply.status, status, "{path}: {}", reply.body);
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn pages_go_on_to_the_last_project() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.seed_projects = 5;
    })
    .await;
    let api = Management::of(&sandbox);
    let (to, org) = (now(&sandbox).await, organization(&api).await);
    let question = format!("granularity=daily&from={to}&to={to}&org_id={org}&{METRICS}&limit=2");
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/consumption_history/v2/projects?{question}&cursor={cursor}");
        let page = api.get(&path).await.json();
        let projects = page["projects"].as_array().unwrap();
        if projects.is_empty() {
            assert!(page.get("pagination").is_none());
            break;
        }
        seen.extend(projects.iter().map(|it| it["project_id"].to_string()));
        cursor = page["pagination"]["cursor"].as_str().unwrap().to_owned();
    }
    assert_eq!(seen.len(), 5);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 5);
    sandbox.stop().await;
}
