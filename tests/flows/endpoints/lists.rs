//! Long lists, page by page: both styles, and not a request too many.

use std::collections::BTreeSet;

use api::resource::branches::{BranchSort, ListBranches, SortOrder};
use api::resource::operations::ListOperations;
use api::resource::organizations::ListMembers;
use api::resource::projects::ListProjects;
use api::{Error, Page};
use futures::{Stream, StreamExt as _, TryStreamExt as _};
use serde_json::json;

use super::fixture::{EndpointFixture, Walk};

const SEEDED: usize = 1_000;

async fn seeded() -> Walk {
    Walk::with(|config| {
        config.rate_limits = None;
        config.seed_projects = SEEDED;
    })
    .await
}

/// Every page's items, told by their ids.
async fn ids<T>(
    pages: impl Stream<Item = Result<Page<T>, Error>>,
    id: impl Fn(&T) -> String,
) -> Vec<Vec<String>> {
    let ids = |page: Page<T>| page.items.iter().map(&id).collect::<Vec<_>>();
    pages.map_ok(ids).try_collect().await.unwrap()
}

fn sizes(pages: &[Vec<String>]) -> Vec<usize> {
    pages.iter().map(Vec::len).collect()
}

/// How often this path was asked for.
fn request_count(walk: &Walk, path: &str) -> usize {
    let log = walk.sandbox.requests();
    log.iter()
        .filter(|it| it.path == path && !it.request_id.starts_with("set-"))
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_projects_come_page_by_page_each_once() {
    let walk = seeded().await;
    let api = walk.client(&walk.sandbox.key);
    let mut before = 0;
    // A page that is full may not be the last one; a short one is.
    for (size, requests) in [(100, 11), (400, 3), (333, 4)] {
        let list = ListProjects {
            page_size: Some(size),
            ..ListProjects::default()
        };
        let pages = ids(api.projects().pages(list), |it| it.id.to_string()).await;
        let all: BTreeSet<_> = pages.iter().flatten().collect();
        let listed: usize = sizes(&pages).iter().sum();
        assert_eq!((listed, all.len()), (SEEDED, SEEDED), "{size} on a page");
        assert_eq!(
            request_count(&walk, "/api/v2/projects") - before,
            requests,
            "{size} on a page"
        );
        before += requests;
    }
    let list = ListProjects {
        page_size: Some(400),
        ..ListProjects::default()
    };
    let mut pages = Box::pin(api.projects().pages(list));
    let first = pages.next().await.unwrap().unwrap();
    assert_eq!(first.items.len(), 400);
    assert_eq!(
        request_count(&walk, "/api/v2/projects") - before,
        1,
        "the first page waited for others"
    );
    drop(pages);
    walk.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn branches_members_and_operations_come_page_by_page_each_once() {
    let walk = Walk::start().await;
    let fixture = EndpointFixture::fresh(&walk).await;
    for number in 0..24 {
        fixture.child(&format!("branch-{number:02}"), false).await;
    }
    let branches = fixture.api.branches(&fixture.project_id());
    let path = format!("/api/v2/projects/{}/branches", fixture.project);
    for (size, expected) in [(7, vec![7, 7, 7, 4]), (25, vec![25]), (5, vec![5; 5])] {
        for sort_by in [
            BranchSort::Name,
            BranchSort::CreatedAt,
            BranchSort::UpdatedAt,
        ] {
            let before = request_count(&walk, &path);
            let list = ListBranches {
                page_size: Some(size),
                sort_by: Some(sort_by),
                sort_order: Some(SortOrder::Ascending),
                ..ListBranches::default()
            };
            let pages = ids(branches.pages(list), |it| it.name.clone()).await;
            let all: BTreeSet<_> = pages.iter().flatten().collect();
            assert_eq!((sizes(&pages), all.len()), (expected.clone(), 25));
            assert_eq!(
                request_count(&walk, &path) - before,
                expected.len(),
                "{size} on a page"
            );
        }
    }
    let list = ListBranches {
        page_size: Some(9),
        sort_by: Some(BranchSort::Name),
        sort_order: Some(SortOrder::Ascending),
        ..ListBranches::default()
    };
    let names = ids(branches.pages(list), |it| it.name.clone())
        .await
        .concat();
    assert!(names.is_sorted(), "{names:?}");

    for number in 0..8 {
        let (id, _) = walk.person(&format!("member-{number}")).await;
        let members = format!("/sandbox/organizations/{}/members", fixture.organization);
        walk.administer("POST", &members, &json!({"user_id": id, "role": "member"}))
            .await;
    }
    let list = ListMembers {
        page_size: Some(4),
        ..ListMembers::default()
    };
    let members = fixture
        .api
        .organizations()
        .member_pages(&fixture.org_id(), list);
    let pages = ids(members, |it| it.member.id.clone()).await;
    let all: BTreeSet<_> = pages.iter().flatten().collect();
    assert_eq!((sizes(&pages), all.len()), (vec![4, 4, 1], 9));

    let list = ListOperations {
        page_size: Some(10),
        cursor: None,
    };
    let operations = fixture.api.operations(&fixture.project_id()).pages(list);
    let pages = ids(operations, |it| it.id.to_string()).await;
    let all: BTreeSet<_> = pages.iter().flatten().collect();
    assert_eq!((sizes(&pages), all.len()), (vec![10; 5], 50));
    walk.stop().await;
}
