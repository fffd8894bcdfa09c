//! Lists page by page, in both of the platform's styles.

use std::pin::pin;

use api::resource::branches::ListBranches;
use api::resource::operations::ListOperations;
use api::resource::projects::ListProjects;
use futures::{Stream, StreamExt};

use crate::environment::Manual;
use crate::instant_fixture::in_time;
use crate::platform::{Platform, json, project, saying};
use testkit::server::Answer;

const ITEMS: [&str; 2] = ["operations", "branches"];

/// A page with this many items. `next` is the field of `pagination`.
fn page(list: &str, count: usize, next: &str) -> Answer {
    let items: Vec<_> = (0..count)
        .map(|index| {
            format!(r#"{{"id":"item-{index}","project_id":"quiet-hill-12345678","name":"n","status":"finished"}}"#)
        })
        .collect();
    let pagination = match next {
        "" => String::new(),
        next => format!(r#","pagination":{{{next}}}"#),
    };
    json(
        "200 OK",
        format!(r#"{{"{list}":[{}]{pagination}}}"#, items.join(",")),
    )
}

/// How many items each page had, and how the list ended.
async fn sizes<T>(
    pages: impl Stream<Item = Result<api::Page<T>, api::Error>>,
) -> (Vec<usize>, Option<api::Error>) {
    let mut pages = pin!(pages);
    let mut sizes = Vec::new();
    while let Some(page) = in_time(pages.next()).await {
        match page {
            Ok(page) => sizes.push(page.items.len()),
            Err(error) => {
                assert!(in_time(pages.next()).await.is_none(), "an error ends it");
                return (sizes, Some(error));
            }
        }
    }
    (sizes, None)
}

fn operations(
    platform: &Platform,
    page_size: Option<u32>,
    cursor: Option<&str>,
) -> impl Stream<Item = Result<api::Page<api::resource::operations::Operation>, api::Error>> + use<>
{
    let client = platform.client(&Manual::new());
    client
        .operations(&project("quiet-hill-12345678"))
        .pages(ListOperations {
            page_size,
            cursor: cursor.map(ToOwned::to_owned),
        })
}

/// The queries that were sent.
fn queries(platform: &Platform) -> Vec<String> {
    let paths = platform
        .requests()
        .into_iter()
        .map(|request| request.target);
    paths
        .map(|path| {
            path.split_once('?')
                .map_or("", |(_, query)| query)
                .to_owned()
        })
        .collect()
}

#[tokio::test]
async fn a_list_with_cursors_ends_with_a_short_page() {
    let [list, _] = ITEMS;
    let platform = saying(vec![
        page(list, 2, r#""cursor":"2026-11-21T09:30:00Z""#),
        page(list, 2, r#""cursor":"a&b=c""#),
        page(list, 1, r#""cursor":"last""#),
    ])
    .await;
    let (sizes, error) = sizes(operations(&platform, Some(2), None)).await;
    assert!(error.is_none());
    assert_eq!(sizes, [2, 2, 1]);
    assert_eq!(
        queries(&platform),
        [
            "limit=2",
            "limit=2&cursor=2026-11-21T09%3A30%3A00Z",
            "limit=2&cursor=a%26b%3Dc"
        ]
    );
}

#[tokio::test]
async fn what_a_service_could_not_look_up_in_time_ends_no_list() {
    let projects = |ids: &[&str], unavailable: &str, cursor: &str| {
        let items: Vec<_> = ids.iter().map(|id| format!(r#"{{"id":"{id}"}}"#)).collect();
        let items = items.join(",");
        let rest = format!(r#""unavailable_project_ids":[{unavailable}]"#);
        let pagination = format!(r#""pagination":{{"cursor":"{cursor}"}}"#);
        json(
            "200 OK",
            format!(r#"{{"projects":[{items}],{rest},{pagination}}}"#),
        )
    };
    let platform = saying(vec![
        projects(&["a"], r#""slow-b""#, "b"),
        projects(&[], r#""slow-c","slow-d""#, "d"),
        projects(&["e"], "", "e"),
    ])
    .await;
    let list = ListProjects {
        page_size: Some(2),
        ..ListProjects::default()
    };
    let client = platform.client(&Manual::new());
    let (sizes, error) = sizes(client.projects().pages(list)).await;
    assert!(error.is_none());
    assert_eq!(sizes, [1, 0, 1]);
    assert_eq!(
        queries(&platform),
        ["limit=2", "limit=2&cursor=b", "limit=2&cursor=d"]
    );
}

#[tokio::test]
async fn a_list_with_cursors_ends_with_an_empty_page() {
    let [list, _] = ITEMS;
    // With and without a size, and with and without a cursor on the empty page.
    for (size, last) in [(Some(2), ""), (Some(2), r#""cursor":"x""#), (None, "")] {
        let platform = saying(vec![
            page(list, 2, r#""cursor":"a""#),
            page(list, 2, r#""cursor":"b""#),
            page(list, 0, last),
        ])
        .await;
        let (sizes, error) = sizes(operations(&platform, size, None)).await;
        assert!(error.is_none());
        assert_eq!(sizes, [2, 2]);
        assert_eq!(platform.requests().len(), 3);
    }
}

#[tokio::test]
async fn an_empty_list_is_one_empty_page() {
    for body in [
        r#"{"operations":[]}"#,
        r#"{"operations":null}"#,
        r#"{"operations":[],"pagination":{"cursor":"x"}}"#,
        r#"{"operations":[],"pagination":null}"#,
        r#"{"operations":[],"pagination":{"cursor":null,"more":1}}"#,
        "[]",
        "null",
    ] {
        let platform = saying(vec![json("200 OK", body)]).await;
        let (sizes, error) = sizes(operations(&platform, Some(10), None)).await;
        assert!(error.is_none(), "{body}");
        assert_eq!(sizes, [0], "{body}");
        assert_eq!(platform.requests().len(), 1, "{body}");
    }
}

#[tokio::test]
async fn a_list_with_next_ends_where_next_is_missing() {
    let [_, list] = ITEMS;
    // Short pages do not end it, and its sorting comes back in capitals.
    let platform = saying(vec![
        page(
            list,
            1,
            r#""next":"eyJiIn0=","sort_by":"updated_at","sort_order":"DESC""#,
        ),
        page(list, 2, r#""next":"two""#),
        page(list, 2, r#""sort_by":"updated_at""#),
    ])
    .await;
    let client = platform.client(&Manual::new());
    let pages = client
        .branches(&project("quiet-hill-12345678"))
        .pages(ListBranches {
            page_size: Some(2),
            ..ListBranches::default()
        });
    let (sizes, error) = sizes(pages).await;
    assert!(error.is_none());
    assert_eq!(sizes, [1, 2, 2]);
    assert_eq!(
        queries(&platform),
        ["limit=2", "limit=2&cursor=eyJiIn0%3D", "limit=2&cursor=two"]
    );
}

#[tokio::test]
async fn a_cursor_that_comes_again_ends_a_list_with_an_error() {
    let [list, _] = ITEMS;
    // cursors of the pages, cursor of the first request, pages that are given
    let table: [(&[&str], Option<&str>, usize); 4] = [
        (&["a", "a"], None, 2),
        (&["a", "b", "c", "a"], None, 4),
        (&["a", "b", "b"], None, 3),
        (&["mine"], Some("mine"), 1),
    ];
    for (cursors, first, given) in table {
        let says = cursors
            .iter()
            .map(|cursor| page(list, 2, &format!(r#""cursor":"{cursor}""#)));
        let platform = saying(says.collect()).await;
        let (sizes, error) = sizes(operations(&platform, Some(2), first)).await;
        let error = error.expect("an error");
        assert!(error.is_decode() && !error.is_maybe_applied());
        assert_eq!(
            error.to_string(),
            "couldn't list the operations: the platform restarted the list instead of ending it"
        );
        assert_eq!(sizes.len(), given, "{cursors:?}");
        assert_eq!(platform.requests().len(), given, "{cursors:?}");
    }
}

#[tokio::test]
async fn the_first_page_is_there_before_the_second_is_asked_for() {
    let [list, _] = ITEMS;
    let platform = saying(vec![
        page(list, 2, r#""cursor":"a""#),
        Answer::Hold(Vec::new()),
    ])
    .await;
    let mut pages = pin!(operations(&platform, Some(2), None));
    assert_eq!(
        platform.requests().len(),
        0,
        "nothing is asked before it is wanted"
    );
    let first = in_time(pages.next()).await.unwrap().unwrap();
    assert_eq!(first.items.len(), 2);
    assert_eq!(first.next.unwrap().as_str(), "a");
    assert_eq!(platform.requests().len(), 1);
    let polled = futures::poll!(pages.next());
    assert!(polled.is_pending());
    platform.received(2).await;
}

#[tokio::test]
async fn a_page_that_cannot_be_had_ends_the_list() {
    let [list, _] = ITEMS;
    let platform = saying(vec![
        page(list, 2, r#""cursor":"a""#),
        json("403 Forbidden", "{}"),
    ])
    .await;
    let (sizes, error) = sizes(operations(&platform, Some(2), None)).await;
    assert!(error.unwrap().is_forbidden());
    assert_eq!(sizes, [2]);

    // A list that is not there is no empty list.
    for body in ["{}", r#"{"projects":[]}"#, "7", r#"{"operations":{}}"#] {
        let platform = saying(vec![json("200 OK", body)]).await;
        let (sizes, error) = super::lists::sizes(operations(&platform, None, None)).await;
        assert!(error.unwrap().is_decode(), "{body}");
        assert_eq!(sizes.len(), 0, "{body}");
    }
}
