//! The table and what it has to prove.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use sandbox::LoggedRequest;
use serde_json::Value;

use super::fixture::{EndpointFixture, Walk};
use super::list::{SPECIFIED, all};

pub type Check = for<'a> fn(&'a EndpointFixture<'_>) -> BoxFuture<'a, ()>;

/// One endpoint: by hand, by the client and, where the specification has it, by the core.
pub struct Row {
    pub endpoint: &'static str,
    pub raw: Check,
    pub client: Check,
    pub core: Option<Check>,
}

/// A row out of its functions.
macro_rules! row {
    ($endpoint:literal, $raw:path, $client:path) => {
        row!(@ $endpoint, $raw, $client, None)
    };
    ($endpoint:literal, $raw:path, $client:path, $core:path) => {
        row!(@ $endpoint, $raw, $client, Some(|fixture| Box::pin($core(fixture))))
    };
    (@ $endpoint:literal, $raw:path, $client:path, $core:expr) => {
        $crate::endpoints::table::Row {
            endpoint: $endpoint,
            raw: |fixture| Box::pin($raw(fixture)),
            client: |fixture| Box::pin($client(fixture)),
            core: $core,
        }
    };
}
pub(super) use row;

/// Runs every row, each of its functions with a fixture of its own, and tells everything that is wrong at once.
pub async fn walk(walk: &Walk, rows: &[Row]) {
    let mut wrong = missing(rows);
    for row in rows {
        let columns = [
            ("by hand", Some(row.raw)),
            ("the client", Some(row.client)),
            ("the core", row.core),
        ];
        for (column, check) in columns {
            let Some(check) = check else { continue };
            if let Err(why) = prove(walk, row, column, check).await {
                wrong.push(format!("{} ({column}): {why}", row.endpoint));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Endpoints without a row, rows without an endpoint, and rows of the specification that the core does not have.
fn missing(rows: &[Row]) -> Vec<String> {
    let listed: BTreeSet<_> = all().map(|it| it.0).collect();
    assert_eq!(listed.len(), all().count(), "listed twice");
    let walked: BTreeSet<_> = rows.iter().map(|row| row.endpoint).collect();
    assert_eq!(walked.len(), rows.len(), "an endpoint has two rows");
    let without_row = listed.difference(&walked);
    let unlisted = walked.difference(&listed);
    let cored = |endpoint: &str| {
        let mut rows = rows.iter();
        rows.any(|row| row.endpoint == endpoint && row.core.is_some())
    };
    let uncored = SPECIFIED.iter().map(|it| it.0).filter(|it| !cored(it));
    without_row
        .map(|it| format!("{it} has no row"))
        .chain(unlisted.map(|it| format!("{it} is not listed")))
        .chain(uncored.map(|it| format!("{it} has no function in the core")))
        .collect()
}

/// Runs one function and looks into the sandbox's request log for what it sent.
async fn prove(walk: &Walk, row: &Row, column: &str, check: Check) -> Result<(), String> {
    let fixture = EndpointFixture::fresh(walk).await;
    let before = walk.sandbox.requests().len();
    let ran = AssertUnwindSafe(check(&fixture)).catch_unwind().await;
    ran.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        text.unwrap_or("it failed").to_owned()
    })?;
    let log = walk.sandbox.requests();
    assert!(log.len() < 5_000, "the request log is full");
    let sent = |request: &LoggedRequest| {
        let own = match column {
            "by hand" => request.request_id.starts_with("raw-"),
            _ => !request.request_id.starts_with("raw-") && !request.request_id.starts_with("set-"),
        };
        own && is_of(&fixture, row.endpoint, request)
    };
    let status = all().find(|it| it.0 == row.endpoint).map(|it| it.1);
    let answered: Vec<_> = log[before..]
        .iter()
        .filter(|it| sent(it))
        .map(|it| it.status)
        .collect();
    match answered.iter().any(|it| Some(*it) == status) {
        true => Ok(()),
        false => Err(format!(
            "it was not answered with {status:?} but with {answered:?}"
        )),
    }
}

/// Whether a request went to this endpoint, on this fixture where the endpoint is one of a project or organization.
fn is_of(fixture: &EndpointFixture<'_>, endpoint: &str, request: &LoggedRequest) -> bool {
    let Some((method, template)) = endpoint.split_once(' ') else {
        return false;
    };
    let Some(path) = request.path.strip_prefix("/api/v2") else {
        return false;
    };
    let parts: Vec<_> = path.split('/').collect();
    let template: Vec<_> = template.split('/').collect();
    let fits = |(part, wanted): (&&str, &&str)| match *wanted {
        "{project_id}" => *part == fixture.project,
        "{org_id}" => *part == fixture.organization,
        wanted if wanted.starts_with('{') => !part.is_empty() && !matches!(*part, "count"),
        wanted => *part == wanted,
    };
    request.method == method
        && parts.len() == template.len()
        && parts.iter().zip(&template).all(fits)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_proves_nothing_is_reported() {
    async fn nothing(_: &EndpointFixture<'_>) {}
    async fn elsewhere(fixture: &EndpointFixture<'_>) {
        let own = fixture.with_key(&fixture.key);
        own.answers(200, "GET /projects/{p}/branches", Value::Null)
            .await;
        own.api
            .branches(&own.project_id())
            .count(None)
            .await
            .unwrap();
    }
    async fn refused(fixture: &EndpointFixture<'_>) {
        let nobody = fixture.with_key("napi_nobody");
        nobody.answers(401, "GET /projects/{p}", Value::Null).await;
        nobody
            .api
            .projects()
            .get(&nobody.project_id())
            .await
            .unwrap_err();
    }
    async fn by_hand(fixture: &EndpointFixture<'_>) {
        fixture.answers(200, "GET /projects/{p}", Value::Null).await;
    }
    async fn by_client(fixture: &EndpointFixture<'_>) {
        fixture
            .api
            .projects()
            .get(&fixture.project_id())
            .await
            .unwrap();
    }
    async fn prepared(fixture: &EndpointFixture<'_>) {
        fixture.prepare("GET /projects/{p}", Value::Null).await;
    }
    async fn fails(_: &EndpointFixture<'_>) {
        panic!("on purpose");
    }
    let walk = Walk::start().await;
    let rows = [
        (
            row!("GET /projects/{project_id}", nothing, nothing),
            (false, false),
        ),
        (
            row!("GET /projects/{project_id}", elsewhere, elsewhere),
            (false, false),
        ),
        (
            row!("GET /projects/{project_id}", refused, refused),
            (false, false),
        ),
        (
            row!("GET /projects/{project_id}", by_client, by_hand),
            (false, false),
        ),
        (
            row!("GET /projects/{project_id}", prepared, prepared),
            (false, false),
        ),
        (
            row!("GET /projects/{project_id}", fails, fails),
            (false, false),
        ),
        (
            row!("GET /projects/{project_id}", by_hand, by_client),
            (true, true),
        ),
    ];
    for (at, (row, expected)) in rows.iter().enumerate() {
        let raw = prove(&walk, row, "by hand", row.raw).await.is_ok();
        let client = prove(&walk, row, "the client", row.client).await.is_ok();
        assert_eq!((raw, client), *expected, "row {at}");
    }
    let reported = missing(&[row!("GET /projects", by_hand, by_client)]);
    assert!(reported.contains(&"GET /projects has no function in the core".to_owned()));
    assert!(reported.contains(&"POST /projects has no row".to_owned()));
    let reported = missing(&[row!("GET /nothing", by_hand, by_client)]);
    assert!(reported.contains(&"GET /nothing is not listed".to_owned()));
    walk.stop().await;
}
