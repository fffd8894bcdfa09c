//! What the client does when the platform is busy, tired or elsewhere.

use std::sync::Arc;
use std::time::{Duration, Instant};

use api::resource::branches::CreateBranch;
use api::resource::projects::{CreateProject, ListProjects};
use api::{Budget, Management, ManagementUrl, Options, SystemEnvironment};
use sandbox::{Action, Fault, FaultKind, OperationFault};
use serde_json::json;
use testkit::server::{Answer, Server, reply};

use super::fixture::{EndpointFixture, Walk};

/// How the client's requests to this path were answered, in their order.
fn answered(walk: &Walk, method: &str, path: &str) -> Vec<u16> {
    let log = walk.sandbox.requests();
    let own = log.iter().filter(|it| !it.request_id.starts_with("set-"));
    let own = own.filter(|it| it.method == method && it.path == path);
    own.map(|it| it.status).collect()
}

fn status(method: &str, route: &str, status: u16, times: u32) -> Fault {
    Fault {
        method: Some(method.into()),
        times: Some(times),
        status: Some(status),
        ..Fault::on(route)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_that_is_at_work_is_waited_for() {
    let walk = Walk::start().await;
    let fixture = EndpointFixture::fresh(&walk).await;
    let slow = OperationFault {
        action: Some(Action::CreateBranch),
        project_id: Some(fixture.project.clone()),
        times: Some(1),
        kind: FaultKind::Hold { seconds: 2 },
    };
    walk.sandbox.inject_operation_fault(slow).unwrap();
    let branch = CreateBranch {
        name: Some("slow".into()),
        ..CreateBranch::default()
    };
    fixture
        .api
        .branches(&fixture.project_id())
        .create(&branch)
        .await
        .unwrap();
    let path = "POST /projects/{p}/branches/{b}/databases";
    let body = json!({"database": {"name": "orders", "owner_name": "svcdb_owner"}});
    let busy =
        "project already has running conflicting operations, scheduling of new ones is prohibited";
    let error = fixture.refuses(423, busy, path, body).await;
    assert_eq!(error["code"], "");
    let locked = fixture
        .api
        .projects()
        .get(&fixture.project_id())
        .await
        .unwrap()
        .value
        .locked;
    assert_eq!(locked, Some(true));
    let databases = fixture.databases();
    let made = databases
        .create("orders", "svcdb_owner")
        .await
        .unwrap()
        .value;
    assert_eq!(made.database.name, "orders");
    let path = format!(
        "/api/v2/projects/{}/branches/{}/databases",
        fixture.project, fixture.branch
    );
    let mut answers = answered(&walk, "POST", &path);
    assert_eq!(answers.pop(), Some(201));
    // One of them was sent by hand.
    assert!(
        answers.len() >= 2 && answers.iter().all(|it| *it == 423),
        "{answers:?}"
    );
    assert!(
        answers.len() <= 4,
        "it did not wait but knocked: {answers:?}"
    );
    let looks = answered(
        &walk,
        "GET",
        &format!("/api/v2/projects/{}/operations", fixture.project),
    );
    assert!(
        !looks.is_empty(),
        "it did not look at what the project does"
    );
    walk.rest().await;
    walk.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_requests_are_waited_out_as_long_as_is_asked() {
    let walk = Walk::start().await;
    let fixture = EndpointFixture::fresh(&walk).await;
    let path = format!("/api/v2/projects/{}", fixture.project);
    let limited = Fault {
        retry_after: Some(2),
        ..status("GET", &path, 429, 1)
    };
    walk.sandbox.inject_fault(limited).unwrap();
    let begun = Instant::now();
    fixture
        .api
        .projects()
        .get(&fixture.project_id())
        .await
        .unwrap();
    assert!(
        begun.elapsed() >= Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
    assert_eq!(answered(&walk, "GET", &path), [429, 200]);

    walk.sandbox
        .inject_fault(status("POST", "/api/v2/projects", 429, 3))
        .unwrap();
    let named = CreateProject {
        name: Some("once".into()),
        ..CreateProject::default()
    };
    let made = fixture.api.projects().create(&named).await.unwrap().value;
    assert_eq!(made.project.name, "once");
    assert_eq!(
        answered(&walk, "POST", "/api/v2/projects"),
        [429, 429, 429, 201]
    );
    walk.rest().await;
    walk.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_is_away_is_asked_again_and_one_that_broke_is_not() {
    let walk = Walk::start().await;
    let fixture = EndpointFixture::fresh(&walk).await;
    let path = "/api/v2/projects";
    walk.sandbox
        .inject_fault(status("POST", path, 503, 1))
        .unwrap();
    let named = CreateProject {
        name: Some("once".into()),
        ..CreateProject::default()
    };
    fixture.api.projects().create(&named).await.unwrap();
    assert_eq!(answered(&walk, "POST", path), [503, 201]);
    let all = fixture
        .prepare("GET /projects?search=once", serde_json::Value::Null)
        .await;
    assert_eq!(all["projects"].as_array().unwrap().len(), 1);

    for broken in [500, 502, 504] {
        let fault = Fault {
            after_commit: Some(true),
            ..status("POST", path, broken, 1)
        };
        walk.sandbox.inject_fault(fault).unwrap();
        let before = answered(&walk, "POST", path).len();
        let error = fixture.api.projects().create(&named).await.unwrap_err();
        assert_eq!(error.status(), Some(broken));
        assert!(error.is_maybe_applied() && error.is_server(), "{error}");
        assert_eq!(answered(&walk, "POST", path)[before..], [broken]);
        walk.sandbox
            .inject_fault(status("GET", path, broken, 1))
            .unwrap();
        let list = ListProjects::default();
        fixture.api.projects().list(list).await.unwrap();
        let looks = answered(&walk, "GET", path);
        assert_eq!(looks[looks.len() - 2..], [broken, 200]);
    }
    walk.rest().await;
    walk.stop().await;
}

/// A server that sends everybody elsewhere.
async fn sends_away(status: u16, to: Option<&str>) -> Server {
    let location = to.map_or(String::new(), |to| {
        format!("Location: {to}/api/v2/projects\r\n")
    });
    Server::in_turn([Answer::End(reply(status, &location, ""))]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_followed_elsewhere_with_the_key() {
    for status in [301, 302, 303, 307, 308] {
        let elsewhere = sends_away(200, None).await;
        let first = sends_away(status, Some(&elsewhere.url)).await;
        let base = ManagementUrl::parse(&format!("{}/api/v2", first.url)).unwrap();
        let budget = Budget::new(Arc::new(SystemEnvironment));
        let api = Management::new(base, "napi_key".into(), budget, Options::default()).unwrap();
        let list = ListProjects::default();
        let error = api.projects().list(list).await.unwrap_err();
        assert!(error.is_redirect(), "{status}: {error}");
        let made = api
            .projects()
            .create(&CreateProject::default())
            .await
            .unwrap_err();
        assert!(made.is_redirect(), "{status}: {made}");
        assert_eq!(
            first.request_count(),
            2,
            "{status}: a request was sent again"
        );
        assert_eq!(
            elsewhere.request_count(),
            0,
            "{status}: the key went elsewhere"
        );
    }
}
