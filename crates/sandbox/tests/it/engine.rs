//! Operations from their beginning to each of their ends, without servers.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::support::management::Management;
use crate::support::test_project::{TestProject, error, steps};
use crate::support::test_sandbox::text;
use crate::support::{TestSandbox, http, until};

const HOUR: Duration = Duration::from_secs(3600);
const CONFLICT: &str =
    "project already has running conflicting operations, scheduling of new ones is prohibited";

async fn inject(sandbox: &TestSandbox, fault: &Value) {
    let body = fault.to_string();
    let reply = sandbox
        .admin("POST", "/sandbox/operation-faults", &body)
        .await;
    assert_eq!(reply.status, 201, "{}", reply.body);
}

/// The project's operations, oldest first.
async fn listed(api: &Management, project: &str) -> Vec<Value> {
    let path = format!("/projects/{project}/operations?limit=1000");
    let list = api.get(&path).await.json();
    let mut all = list["operations"].as_array().unwrap().clone();
    all.reverse();
    all
}

fn states(all: &[Value]) -> Vec<String> {
    let one = |it: &Value| format!("{} {}", text(it, "action"), text(it, "status"));
    all.iter().map(one).collect()
}

/// The newest operation once it is so.
async fn newest(fixture: &TestProject, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let mut found = Value::Null;
    until(what, async || {
        found = listed(&fixture.api, &fixture.project).await.pop().unwrap();
        is_so(&found)
    })
    .await;
    found
}

async fn new_database(fixture: &TestProject, name: &str) -> crate::support::Reply {
    let owner = text(&fixture.made["roles"][0], "name");
    let body = json!({"database": {"name": name, "owner_name": owner}});
    let path = format!("/branches/{}/databases", fixture.branch);
    fixture.post(&path, &body).await
}

#[tokio::test]
async fn the_first_runs_the_rest_wait_and_nobody_comes_between() {
    let sandbox = TestSandbox::without_servers().await;
    inject(
        &sandbox,
        &json!({"action": "create_timeline", "times": 1, "trouble": {"hold": {"seconds": 3600}}}),
    )
    .await;
    let api = Management::of(&sandbox);
    let reply = api.post("/projects", &json!({"project": {}})).await;
    let made = reply.json();
    assert_eq!(
        steps(&made),
        ["create_timeline running", "start_compute scheduling"]
    );
    let project = text(&made["project"], "id");
    let before = listed(&api, project).await;
    assert_eq!(
        states(&before),
        ["create_timeline running", "start_compute scheduling"]
    );
    let branches = format!("/projects/{project}/branches");
    let refused = api.post(&branches, &json!({"branch": {}})).await;
    assert_eq!(error(&refused), (423, String::new(), CONFLICT.to_owned()));

    sandbox.advance(HOUR).await;
    assert!(sandbox.running.settled(Duration::from_secs(30)).await);
    let after = listed(&api, project).await;
    assert_eq!(
        states(&after),
        ["create_timeline finished", "start_compute finished"]
    );
    assert!(after[0]["total_duration_ms"].as_i64().unwrap() >= 3_600_000);
    let free = api.post(&branches, &json!({"branch": {}})).await;
    assert_eq!(free.status, 201, "{}", free.body);
    sandbox.stop().await;
}

#[tokio::test]
async fn of_two_calls_at_once_one_is_refused() {
    let fixture = TestProject::without_servers().await;
    inject(
        &fixture.sandbox,
        &json!({"action": "apply_config", "trouble": {"hold": {"seconds": 3600}}}),
    )
    .await;
    let (one, other) = tokio::join!(
        new_database(&fixture, "one"),
        new_database(&fixture, "other")
    );
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 423]);
    fixture.sandbox.advance(HOUR).await;
    fixture.wait_for_operations().await;
    let path = format!("/branches/{}/databases", fixture.branch);
    let all = fixture.get(&path).await.json();
    assert_eq!(all["databases"].as_array().unwrap().len(), 2);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn one_that_fails_twice_is_tried_again_and_finishes() {
    let fixture = TestProject::without_servers().await;
    inject(
        &fixture.sandbox,
        &json!({"action": "apply_config", "times": 2, "trouble": "fail"}),
    )
    .await;
    assert_eq!(new_database(&fixture, "one").await.status, 201);
    let failed = newest(&fixture, "it failed twice", |it| it["failures_count"] == 2).await;
    assert_eq!(failed["status"], "failed");
    assert_eq!(failed["error"], "this failure was injected");
    assert!(text(&failed, "retry_at") > text(&failed, "updated_at"));
    let meanwhile = fixture.post("/branches", &json!({"branch": {}})).await;
    assert_eq!(meanwhile.status, 201, "{}", meanwhile.body);

    fixture.sandbox.advance(HOUR).await;
    fixture.wait_for_operations().await;
    let all = listed(&fixture.api, &fixture.project).await;
    let finished = all.iter().find(|it| it["id"] == failed["id"]).unwrap();
    assert_eq!(finished["status"], "finished");
    assert_eq!(finished["failures_count"], 2);
    assert_eq!(
        (finished.get("error"), finished.get("retry_at")),
        (None, None)
    );
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn one_that_always_fails_is_given_up_with_the_rest_of_its_call() {
    let fixture = TestProject::without_servers().await;
    inject(
        &fixture.sandbox,
        &json!({"action": "create_branch", "trouble": "fail"}),
    )
    .await;
    let reply = fixture.post("/branches", &json!({"branch": {}})).await;
    assert_eq!(
        steps(&reply.json()),
        ["create_branch running", "start_compute scheduling"]
    );
    until("it is given up", async || {
        fixture.sandbox.advance(HOUR).await;
        let all = listed(&fixture.api, &fixture.project).await;
        all.iter().any(|it| it["status"] == "error")
    })
    .await;
    let all = listed(&fixture.api, &fixture.project).await;
    let [.., given_up, cancelled] = all.as_slice() else {
        panic!("{all:?}")
    };
    assert_eq!(
        (&given_up["action"], &given_up["failures_count"]),
        (&"create_branch".into(), &6.into())
    );
    assert_eq!(
        (&cancelled["action"], &cancelled["status"]),
        (&"start_compute".into(), &"cancelled".into())
    );
    let cleared = fixture
        .sandbox
        .admin("DELETE", "/sandbox/operation-faults", "")
        .await;
    assert_eq!(cleared.status, 204);
    let free = fixture.post("/branches", &json!({"branch": {}})).await;
    assert_eq!(free.status, 201, "{}", free.body);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn each_lasts_as_long_as_the_pace_says_by_the_clock() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.operation_pace = HOUR;
    })
    .await;
    let api = Management::of(&sandbox);
    let made = api.post("/projects", &json!({"project": {}})).await.json();
    let project = text(&made["project"], "id");
    for expected in [
        ["create_timeline running", "start_compute scheduling"],
        ["create_timeline finished", "start_compute running"],
        ["create_timeline finished", "start_compute finished"],
    ] {
        until("the operations have gone on", async || {
            states(&listed(&api, project).await) == expected
        })
        .await;
        sandbox.advance(HOUR).await;
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn one_is_cancelled_by_way_of_cancelling_and_one_is_skipped() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.operation_pace = HOUR;
    })
    .await;
    let api = Management::of(&sandbox);
    for (trouble, times) in [("skip", 1), ("cancel", 1)] {
        inject(
            &sandbox,
            &json!({"action": "create_timeline", "times": times, "trouble": trouble}),
        )
        .await;
    }
    let faults = sandbox.admin("GET", "/sandbox/operation-faults", "").await;
    assert_eq!(faults.json()[1]["trouble"], "cancel");
    let skipped = api.post("/projects", &json!({"project": {}})).await.json();
    let skipped = text(&skipped["project"], "id");
    until("the first takes its fault", async || {
        sandbox.running.operation_faults().len() == 1
    })
    .await;
    let cancelled = api.post("/projects", &json!({"project": {}})).await.json();
    let cancelled = text(&cancelled["project"], "id");
    until("the second takes its fault", async || {
        sandbox.running.operation_faults().is_empty()
    })
    .await;
    sandbox.advance(HOUR).await;
    until("the second is cancelling", async || {
        let found = states(&listed(&api, cancelled).await);
        found == ["create_timeline cancelling", "start_compute scheduling"]
    })
    .await;
    let locked = api
        .post(
            &format!("/projects/{cancelled}/branches"),
            &json!({"branch": {}}),
        )
        .await;
    assert_eq!(locked.status, 423);
    until("both have come to their ends", async || {
        sandbox.advance(HOUR).await;
        let first = states(&listed(&api, skipped).await);
        let second = states(&listed(&api, cancelled).await);
        first == ["create_timeline skipped", "start_compute finished"]
            && second == ["create_timeline cancelled", "start_compute cancelled"]
    })
    .await;
    sandbox.stop().await;
}

#[tokio::test]
async fn what_the_disk_refuses_is_written_once_it_takes_it_again() {
    let fixture = TestProject::without_servers().await;
    inject(
        &fixture.sandbox,
        &json!({"action": "apply_config", "times": 1, "trouble": {"hold": {"seconds": 3600}}}),
    )
    .await;
    assert_eq!(new_database(&fixture, "one").await.status, 201);
    let disk = rusqlite::Connection::open(fixture.sandbox.folder.path().join("world.db")).unwrap();
    disk.execute_batch(
        "CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    .unwrap();
    // The project still has its database to make, and that is checked before anything is written.
    let locked = fixture.post("/branches", &json!({"branch": {}})).await;
    assert_eq!(error(&locked), (423, String::new(), CONFLICT.to_owned()));
    let refused = fixture.api.post("/projects", &json!({"project": {}})).await;
    let not_written = "the sandbox couldn't save this".to_owned();
    assert_eq!(error(&refused), (500, String::new(), not_written));
    fixture.sandbox.running.advance(HOUR).await.unwrap();
    assert!(
        !fixture
            .sandbox
            .running
            .settled(Duration::from_millis(300))
            .await
    );
    let open = newest(&fixture, "it is open", |_| true).await;
    assert_eq!(open["status"], "running");

    disk.execute_batch("DROP TRIGGER full").unwrap();
    fixture.wait_for_operations().await;
    assert_eq!(new_database(&fixture, "other").await.status, 201);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn open_operations_are_taken_up_at_the_next_start() {
    let fixture = TestProject::without_servers().await;
    inject(
        &fixture.sandbox,
        &json!({"action": "apply_config", "trouble": {"hold": {"seconds": 360_000}}}),
    )
    .await;
    let database = new_database(&fixture, "one").await.json();
    let id = text(&database["operations"][0], "id").to_owned();
    let TestProject {
        sandbox, project, ..
    } = fixture;
    let sandbox = sandbox.again(|config| config.servers = false).await;
    assert!(sandbox.running.settled(Duration::from_secs(30)).await);
    let api = Management::of(&sandbox);
    let found = api
        .get(&format!("/projects/{project}/operations/{id}"))
        .await;
    assert_eq!(found.json()["operation"]["status"], "finished");
    sandbox.stop().await;
}

#[tokio::test]
async fn operation_faults_that_make_no_sense_are_refused() {
    let sandbox = TestSandbox::without_servers().await;
    for fault in [
        json!({}),
        json!({"trouble": "explode"}),
        json!({"trouble": "fail", "times": 0}),
        json!({"trouble": "fail", "action": "dance"}),
        json!({"trouble": {"hold": {}}}),
    ] {
        let body = fault.to_string();
        let reply = sandbox
            .admin("POST", "/sandbox/operation-faults", &body)
            .await;
        assert_eq!(reply.status, 400, "{fault}");
    }
    assert!(sandbox.running.operation_faults().is_empty());
    sandbox.stop().await;
}

/// Whoever asks may be gone before the answer: what is in the store is also worked on.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_asked_for_is_done_when_nobody_waits_for_the_reply() {
    let fixture = TestProject::without_servers().await;
    let address = http::address(fixture.sandbox.url()).to_owned();
    let key = &fixture.sandbox.running.key;
    let path = format!("/api/v2{}", fixture.path("/branches"));
    let made = async || fixture.get("/branches/count").await.json()["count"].clone();
    until("some calls took place whose caller was gone", async || {
        for _ in 0..20 {
            let mut caller = TcpStream::connect(&address).await.unwrap();
            let request = format!(
                "POST {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\n\
                 content-length: 2\r\n\r\n{{}}"
            );
            caller.write_all(request.as_bytes()).await.unwrap();
            drop(caller);
            let within = Duration::from_secs(20);
            assert!(
                fixture.sandbox.running.settled(within).await,
                "work is left"
            );
        }
        made().await.as_u64() > Some(5)
    })
    .await;
    fixture.sandbox.stop().await;
}
