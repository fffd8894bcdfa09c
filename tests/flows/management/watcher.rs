//! Operations that are followed to their ends against the sandbox as a program, also by a core that is killed on the way.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use app::branches::{self, CreateBranch};
use app::projects::{self, CreateProject};
use app::view::{EventView, OperationView};
use app::{App, Config, LocalPlatform, accounts, operations};
use testkit::{http, until};
use vault::{Memory, Vault};

use super::fixture::usual_compute;
use crate::crash::Program;
use crate::product::{PATIENCE, folder};

const CHILD: &str = "management::watcher::child_that_follows";

/// The status at its end of each operation, as often as it was published.
type Published = BTreeMap<String, Vec<String>>;

#[tokio::test(flavor = "multi_thread")]
async fn each_operation_of_a_create_is_followed_to_its_end_and_published_once() {
    let folder = folder();
    let program = Program::start(&folder.path().join("sandbox"));
    let (app, account) = open(
        &folder.path().join("core"),
        &program.instant_url,
        &program.key,
    )
    .await;
    let mut events = app.events();
    let made = projects::create(&app, &account, CreateProject::default())
        .await
        .unwrap();
    let begun = ids(&made.operations);
    assert!(begun.len() >= 2, "{:?}", made.operations);
    let mut published = listen(&mut events, &begun).await;
    let (later, until_then) = one_more(&app, &account, &mut events).await;
    for (id, status) in until_then {
        if !later.contains(&id) {
            published.entry(id).or_default().extend(status);
        }
    }
    let once: Published = begun
        .iter()
        .map(|id| (id.clone(), vec!["finished".to_owned()]))
        .collect();
    assert_eq!(published, once);
    for id in &begun {
        let seen = operations::get(&app, &account, &made.project.id, id).await;
        assert_eq!(seen.unwrap().status, "finished");
    }
    let followed = operations::tracked(&app).await.unwrap();
    for operation in followed {
        assert!(operation.ended_at.is_some(), "{operation:?}");
        assert_eq!(operation.clicked.unwrap().action, "Create project");
    }
    app.close().await;
    drop(app);

    let (app, account) = open(
        &folder.path().join("core"),
        &program.instant_url,
        &program.key,
    )
    .await;
    // What was published before would be published at the start, and so before the end of what is begun now.
    let mut events = app.events();
    let (later, published) = one_more(&app, &account, &mut events).await;
    let published: Vec<String> = published.into_keys().collect();
    assert_eq!(published, later, "told again after a restart");
    app.close().await;
}

/// Begins something else and waits for its ends: gives their ids, and what was published until then.
async fn one_more(
    app: &App,
    account: &str,
    events: &mut tokio::sync::broadcast::Receiver<app::Event>,
) -> (Vec<String>, Published) {
    let made = projects::create(app, account, CreateProject::default()).await;
    let mut later = ids(&made.unwrap().operations);
    later.sort();
    let published = listen(events, &later).await;
    (later, published)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_core_that_is_killed_on_the_way_publishes_every_end_once() {
    let folder = folder();
    let program = Program::start(&folder.path().join("sandbox"));
    let key = format!("Bearer {}", program.admin_key);
    let headers = [
        ("Authorization", key.as_str()),
        ("Content-Type", "application/json"),
    ];
    let send = async |path: &str, body: &str| {
        let reply = http::send(&program.instant_url, "POST", path, &headers, body).await;
        assert!(reply.status < 300, "{}", reply.body);
    };
    // The branch is made only once the clock is moved, so the core dies between the ends.
    let slow = r#"{"action":"create_branch","times":1,"trouble":{"hold":{"seconds":3600}}}"#;
    send("/sandbox/operation-faults", slow).await;

    let data = folder.path().join("core");
    let notes = folder.path().join("notes");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", CHILD, "--nocapture"])
        .env("FOLLOW_DATA", &data)
        .env("FOLLOW_NOTES", &notes)
        .env("FOLLOW_URL", &program.instant_url)
        .env("FOLLOW_KEY", &program.key)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // What was published and not marked as that would be published again.
    until(
        "the child began all, told of two ends and marked them",
        async || {
            noted(&notes, "begun").len() >= 3
                && noted(&notes, "end").len() >= 2
                && unmarked(&data) == 0
        },
    )
    .await;
    child.kill().unwrap();
    child.wait().unwrap();

    let begun: Vec<String> = noted(&notes, "begun").into_iter().map(|it| it.0).collect();
    let mut published = Published::new();
    for (id, status) in noted(&notes, "end") {
        published.entry(id).or_default().push(status);
    }
    let left: Vec<String> = begun
        .iter()
        .filter(|id| !published.contains_key(*id))
        .cloned()
        .collect();
    assert!(!left.is_empty(), "nothing was left to be told");
    let (app, account) = open(&data, &program.instant_url, &program.key).await;
    let mut events = app.events();
    send("/sandbox/clock", r#"{"advance_seconds":3600}"#).await;
    for (id, status) in listen(&mut events, &left).await {
        published.entry(id).or_default().extend(status);
    }
    let (later, until_then) = one_more(&app, &account, &mut events).await;
    for (id, status) in until_then {
        if !later.contains(&id) {
            published.entry(id).or_default().extend(status);
        }
    }
    let once: Published = begun
        .into_iter()
        .map(|id| (id, vec!["finished".to_owned()]))
        .collect();
    assert_eq!(published, once);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child of a_core_that_is_killed_on_the_way_publishes_every_end_once"]
async fn child_that_follows() {
    let variable = |name: &str| std::env::var(format!("FOLLOW_{name}")).unwrap();
    let mut notes = std::fs::File::create(variable("NOTES")).unwrap();
    let data = variable("DATA");
    let (app, account) = open(Path::new(&data), &variable("URL"), &variable("KEY")).await;
    let mut events = app.events();
    let made = projects::create(&app, &account, CreateProject::default())
        .await
        .unwrap();
    let create = CreateBranch {
        compute: usual_compute(),
        ..CreateBranch::default()
    };
    let branch = branches::create(&app, &account, &made.project.id, create)
        .await
        .unwrap();
    for id in ids(&made.operations).iter().chain(&ids(&branch.operations)) {
        writeln!(notes, "begun {id} -").unwrap();
    }
    loop {
        if let EventView::OperationEnded {
            operation_id,
            status,
            ..
        } = events.recv().await.unwrap()
        {
            writeln!(notes, "end {operation_id} {status}").unwrap();
        }
    }
}

/// What the child wrote down under a word: ids, and what is beside them. Half a line is none yet.
fn noted(notes: &Path, word: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(notes).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole
        .lines()
        .filter_map(|line| {
            let (id, rest) = line.strip_prefix(word)?.trim().split_once(' ')?;
            Some((id.to_owned(), rest.to_owned()))
        })
        .collect()
}

/// How many events of operations a core has stored and not marked as published.
fn unmarked(data: &Path) -> u32 {
    let store = rusqlite::Connection::open(data.join("plinth.db")).unwrap();
    let query = "SELECT count(*) FROM operation WHERE telling IS NOT NULL";
    store.query_row(query, [], |row| row.get(0)).unwrap()
}

async fn open(data: &Path, url: &str, key: &str) -> (App, String) {
    let vault: Arc<dyn Vault> = Arc::new(Memory::default());
    let app = App::open(Config::new(data.to_owned(), vault))
        .await
        .unwrap();
    let platform = LocalPlatform {
        name: "Sandbox".to_owned(),
        base_url: format!("{url}/api/v2"),
        instant_url: url.to_owned(),
        key: key.to_owned().into(),
        admin_key: None,
        ca_file: None,
        postgres: "PostgreSQL 17".to_owned(),
        names: app::accounts::LocalNames::default(),
    };
    let account = accounts::set_local(&app, platform).await.unwrap().id;
    (app, account)
}

/// Waits until the ends of all these were published, and gives all that was published until then.
async fn listen(
    events: &mut tokio::sync::broadcast::Receiver<app::Event>,
    expected: &[String],
) -> Published {
    let mut published = Published::new();
    while !expected.iter().all(|id| published.contains_key(id)) {
        let event = tokio::time::timeout(PATIENCE, events.recv()).await;
        let event =
            event.unwrap_or_else(|_| panic!("not all of {expected:?} was told: {published:?}"));
        if let EventView::OperationEnded {
            operation_id,
            status,
            ..
        } = event.unwrap()
        {
            published.entry(operation_id).or_default().push(status);
        }
    }
    published
}

fn ids(operations: &[OperationView]) -> Vec<String> {
    operations.iter().map(|it| it.id.clone()).collect()
}
