//! Lists as streams of pages: each asks the same as its single page does, and goes on where that ended.

use std::pin::pin;

use api::resource::branches::ListBranches;
use api::resource::consumption::{Granularity, ListConsumption, Metric, Span};
use api::resource::operations::ListOperations;
use api::resource::organizations::ListMembers;
use api::resource::projects::{ListProjects, ListSharedProjects};
use api::{Error, Page, Reply};
use futures::{Stream, StreamExt};
use serde_json::Value;

use crate::exchange::{branch, organization, project, sent, time};

/// The first page, as if it had been asked for alone.
async fn first<T>(
    pages: impl Stream<Item = Result<Page<T>, Error>>,
) -> Result<Reply<Page<T>>, Error> {
    let page = pin!(pages).next().await.unwrap()?;
    Ok(Reply {
        value: page,
        server_time: None,
        request_id: None,
        unread: Vec::new(),
    })
}

const P: &str = "/projects/misty-meadow-12345678";
const SPAN: &str = "from=2026-11-20T00%3A00%3A00Z&to=2026-11-21T00%3A00%3A00Z&granularity=hourly";

fn cursor() -> Option<String> {
    Some("c".to_owned())
}

#[tokio::test]
async fn projects_branches_operations_and_members_come_in_pages() {
    let line = "GET /projects?search=a&limit=7&cursor=c";
    let page = sent(line, Value::Null, r#"[{"id":"a"}]"#, async |management| {
        let list = ListProjects {
            page_size: Some(7),
            cursor: cursor(),
            search: Some("a".to_owned()),
            ..ListProjects::default()
        };
        first(management.projects().pages(list)).await
    })
    .await;
    assert_eq!(page.items.len(), 1);
    let line = "GET /projects/shared?search=a&limit=7&cursor=c";
    let page = sent(line, Value::Null, r#"[{"id":"a"}]"#, async |management| {
        let list = ListSharedProjects {
            page_size: Some(7),
            cursor: cursor(),
            search: Some("a".to_owned()),
            timeout: None,
        };
        first(management.projects().shared_pages(list)).await
    })
    .await;
    assert_eq!(page.items.len(), 1);
    let line = format!("GET {P}/branches?include_deleted=true&limit=7&cursor=c");
    let page = sent(
        &line,
        Value::Null,
        r#"[{"id":"br-a"}]"#,
        async |management| {
            let list = ListBranches {
                page_size: Some(7),
                cursor: cursor(),
                include_deleted: true,
                ..ListBranches::default()
            };
            first(management.branches(&project()).pages(list)).await
        },
    )
    .await;
    assert_eq!(page.items.len(), 1);
    let line = format!("GET {P}/operations?limit=7&cursor=c");
    let page = sent(
        &line,
        Value::Null,
        r#"[{"id":"o","project_id":"p","status":"running"}]"#,
        async |management| {
            let list = ListOperations {
                page_size: Some(7),
                cursor: cursor(),
            };
            first(management.operations(&project()).pages(list)).await
        },
    )
    .await;
    assert_eq!(page.items.len(), 1);
    let line = "GET /organizations/org-misty-meadow-12345678/members?limit=7&cursor=c";
    let page = sent(
        line,
        Value::Null,
        r#"[{"member":{"id":"m","user_id":"u"}}]"#,
        async |management| {
            let list = ListMembers {
                page_size: Some(7),
                cursor: cursor(),
                ..ListMembers::default()
            };
            let organizations = management.organizations();
            first(organizations.member_pages(&organization(), list)).await
        },
    )
    .await;
    assert_eq!(page.items.len(), 1);
}

#[tokio::test]
async fn consumption_comes_in_pages() {
    let span = Span {
        from: time("2026-11-20T00:00:00Z"),
        to: time("2026-11-21T00:00:00Z"),
        granularity: Granularity::Hourly,
    };
    let list = ListConsumption {
        page_size: Some(7),
        cursor: cursor(),
        project_ids: vec![project()],
    };
    let metrics = [Metric::SnapshotStorageBytesMonth];
    let ids = "project_ids=misty-meadow-12345678";
    let line = format!("GET /consumption_history/projects?{SPAN}&{ids}&limit=7&cursor=c");
    let page = sent(
        &line,
        Value::Null,
        r#"[{"project_id":"p"}]"#,
        async |management| {
            let consumption = management.consumption();
            first(consumption.project_pages(&span, None, list.clone())).await
        },
    )
    .await;
    assert_eq!(page.items.len(), 1);
    let asked = format!(
        "{SPAN}&org_id=org-misty-meadow-12345678&metrics=snapshot_storage_bytes_month&{ids}"
    );
    let line = format!("GET /consumption_history/v2/projects?{asked}&limit=7&cursor=c");
    let page = sent(
        &line,
        Value::Null,
        r#"[{"project_id":"p"}]"#,
        async |management| {
            let consumption = management.consumption();
            let org = organization();
            first(consumption.project_metrics_pages(&org, &span, &metrics, list.clone())).await
        },
    )
    .await;
    assert_eq!(page.items.len(), 1);
    let line = format!(
        "GET /consumption_history/v2/branches?{asked}&branch_ids=br-cool-night-a1b2c3d4&limit=7&cursor=c"
    );
    let page = sent(
        &line,
        Value::Null,
        r#"[{"branch_id":"b"}]"#,
        async |management| {
            let consumption = management.consumption();
            let (org, branches) = (organization(), [branch()]);
            first(consumption.branch_metrics_pages(&org, &span, &metrics, &branches, list.clone()))
                .await
        },
    )
    .await;
    assert_eq!(page.items.len(), 1);
}
