//! Lists as streams of pages: each asks the same as its single page does, and goes on where that ended.

use std::pin::pin;

use api::resource::branches::ListBranches;
use api::resource::operations::ListOperations;
use api::resource::organizations::ListMembers;
use api::resource::projects::ListProjects;
use api::{Error, Page, Reply};
use futures::{Stream, StreamExt};
use serde_json::Value;

use crate::exchange::{organization, project, sent};

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
        is_no_content: false,
    })
}

const P: &str = "/projects/misty-meadow-12345678";

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
