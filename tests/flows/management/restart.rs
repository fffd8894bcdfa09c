//! A core that is killed between a change's intent and its reply: the next one looks, and tells once how it ended.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::branches::{self, CreateBranch};
use app::projects::{self, UpdateProject};
use app::view::{EventView, Outcome};
use app::{
    App, Checkpoint, Checkpoints, Config, LocalPlatform, accounts, activity, databases, keys,
};
use plinth_tests::killed::{kill_this_process, was_killed};
use sandbox::Fault;
use serde_json::Value;
use vault::{Memory, Vault};

use super::fixture::{ManagementFixture, Project};
use crate::product::{PATIENCE, ProductFixture, local};

const CHILD: &str = "management::restart::child_that_is_killed";
const POINTS: [&str; 3] = ["MutationIntended", "MutationAnswered", "on the way"];
/// How often the store is read for open intents.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
const VERBS: [&str; 5] = [
    "create branch",
    "delete branch",
    "create database",
    "update project",
    "create key",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_a_crash_left_open_is_reconciled_and_reported_once() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let project = fixture.project("Ground").await;
    for (at, verb) in VERBS.into_iter().enumerate() {
        for (number, point) in POINTS.into_iter().enumerate() {
            let what = format!("{verb}, killed at {point}");
            let name = format!("thing_{at}_{number}");
            let target = if verb == "delete branch" {
                spare_branch(&fixture, &project, &name).await
            } else {
                name
            };
            let folder = fixture.product.path().join(format!("core {at} {point}"));
            let start = written(&fixture);
            let child = Killed {
                fixture: &fixture,
                project: &project,
                verb,
                target: &target,
                data: &folder,
            };
            if point == "on the way" {
                child.kill_on_the_way().await;
            } else {
                child.run_to(point);
            }
            let took_place = point != "MutationIntended";
            assert_eq!(
                seen(&fixture, &project, verb, &target).await,
                took_place,
                "{what}"
            );
            // The platform notes a request when it has ended, which may be after the one who sent it.
            let sent = start + usize::from(took_place);
            let end = Instant::now() + PATIENCE;
            while written(&fixture) < sent {
                assert!(Instant::now() < end, "{what}: the request is not noted");
                tokio::time::sleep(POLL_INTERVAL).await;
            }

            let (app, published) = next_start(&fixture, &folder).await;
            let [(action, outcome, detail)] = &published[..] else {
                panic!("{what}: not told once: {published:?}")
            };
            let expected = match (took_place, verb) {
                (false, _) => Outcome::Failed,
                (true, "create key") => {
                    let detail = detail.as_deref().unwrap_or_default();
                    assert!(detail.contains("was created (ID"), "{what}: {detail}");
                    Outcome::Failed
                }
                (true, _) => Outcome::Done,
            };
            assert_eq!(*outcome, expected, "{what}: {detail:?}");
            let log = activity::list(&app, app::view::ActivityFilter::default(), None, 100)
                .await
                .unwrap()
                .items;
            let of_it = log.iter().filter(|it| it.action == *action).count();
            assert_eq!(of_it, 1, "{what}: written into the log {of_it} times");
            app.close().await;
            drop(app);
            assert_eq!(open_intents(&folder), 0, "{what}: it would be told again");
            assert_eq!(written(&fixture), sent, "{what}: something was sent again");
            assert_eq!(
                seen(&fixture, &project, verb, &target).await,
                took_place,
                "{what}"
            );
        }
    }
    fixture.stop().await;
}

/// How many requests that change something the platform has noted.
fn written(fixture: &ManagementFixture) -> usize {
    let log = fixture.product.sandbox.requests();
    log.iter().filter(|it| it.method != "GET").count()
}

/// Opens the core again as its next start does, and gives what it tells of changes that were open until none is.
async fn next_start(
    fixture: &ManagementFixture,
    data: &std::path::Path,
) -> (App, Vec<(String, Outcome, Option<String>)>) {
    let vault: Arc<dyn Vault> = Arc::new(Memory::default());
    let app = App::open(Config::new(data.to_owned(), vault))
        .await
        .unwrap();
    let mut events = app.events();
    let platform = local(&fixture.product.sandbox);
    accounts::set_local(&app, platform).await.unwrap();
    let mut published = Vec::new();
    let end = Instant::now() + PATIENCE;
    let mut is_open = true;
    // What is told of a change is told after it was written down that it is over.
    while is_open || published.is_empty() {
        assert!(Instant::now() < end, "an intent stays open: {published:?}");
        is_open = open_intents(data) > 0;
        while let Ok(event) = tokio::time::timeout(POLL_INTERVAL, events.recv()).await {
            if let EventView::MutationRecovered {
                action,
                outcome,
                detail,
                ..
            } = event.unwrap()
            {
                published.push((action, outcome, detail));
            }
        }
    }
    (app, published)
}

/// How many changes are written down as begun and not as ended.
fn open_intents(data: &std::path::Path) -> i64 {
    let store = rusqlite::Connection::open(data.join("plinth.db")).unwrap();
    let count = "SELECT count(*) FROM intent";
    store.query_row(count, [], |row| row.get(0)).unwrap()
}

/// A core in a process of its own that does not live to get its reply.
struct Killed<'a> {
    fixture: &'a ManagementFixture,
    project: &'a Project,
    verb: &'static str,
    target: &'a str,
    data: &'a std::path::Path,
}

impl Killed<'_> {
    /// It ends itself at a checkpoint.
    fn run_to(&self, point: &str) {
        let status = self.start(point).wait().unwrap();
        assert!(was_killed(status), "{point} was never reached: {status}");
    }

    /// It is ended when its change has taken place and the reply has not left yet.
    async fn kill_on_the_way(&self) {
        let sandbox = &self.fixture.product.sandbox;
        for method in ["POST", "PATCH", "DELETE"] {
            self.fixture.order(Fault {
                method: Some(method.to_owned()),
                delay_ms: Some(600_000),
                ..Fault::on("/api/v2/**")
            });
        }
        let mut child = self.start("never");
        let end = Instant::now() + PATIENCE;
        while !seen(self.fixture, self.project, self.verb, self.target).await {
            assert!(Instant::now() < end, "{}: it never took place", self.verb);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        sandbox.clear_faults();
    }

    fn start(&self, point: &str) -> Child {
        let sandbox = &self.fixture.product.sandbox;
        Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", CHILD, "--nocapture"])
            .env("KILLED_AT", point)
            .env("KILLED_VERB", self.verb)
            .env("KILLED_TARGET", self.target)
            .env("KILLED_PROJECT", &self.project.id)
            .env("KILLED_BRANCH", &self.project.branch)
            .env("KILLED_DATA", self.data)
            .env("KILLED_BASE_URL", &sandbox.base_url)
            .env("KILLED_INSTANT_URL", &sandbox.instant_url)
            .env("KILLED_KEY", &sandbox.key)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child of a_change_that_a_crash_left_open_is_reconciled_and_reported_once"]
async fn child_that_is_killed() {
    let variable = |name: &str| std::env::var(format!("KILLED_{name}")).unwrap();
    let vault: Arc<dyn Vault> = Arc::new(Memory::default());
    let mut config = Config::new(variable("DATA").into(), vault);
    config.checkpoints = Arc::new(KilledAt(variable("AT")));
    let app = App::open(config).await.unwrap();
    let platform = LocalPlatform {
        name: "Sandbox".to_owned(),
        base_url: variable("BASE_URL"),
        instant_url: variable("INSTANT_URL"),
        key: variable("KEY").into(),
        admin_key: None,
        ca_file: None,
        postgres: "no servers".to_owned(),
        names: app::accounts::LocalNames::default(),
    };
    let account = accounts::set_local(&app, platform).await.unwrap().id;
    let (target, project, branch) = (variable("TARGET"), variable("PROJECT"), variable("BRANCH"));
    match &*variable("VERB") {
        "create branch" => {
            let create = CreateBranch {
                name: Some(target),
                ..CreateBranch::default()
            };
            drop(branches::create(&app, &account, &project, create).await);
        }
        "delete branch" => {
            drop(branches::delete(&app, &account, &project, &target).await);
        }
        "create database" => {
            let owner = "svcdb_owner";
            drop(databases::create(&app, &account, &project, &branch, &target, owner).await);
        }
        "update project" => {
            let update = UpdateProject {
                name: Some(target),
                ..UpdateProject::default()
            };
            drop(projects::update(&app, &account, &project, update).await);
        }
        "create key" => drop(keys::create(&app, &account, &target).await),
        verb => panic!("nobody knows how to {verb}"),
    }
    panic!("the process was not killed");
}

/// Ends the process as `kill -9` does.
#[derive(Debug)]
struct KilledAt(String);

impl Checkpoints for KilledAt {
    fn passed(&self, checkpoint: Checkpoint) {
        if format!("{checkpoint:?}") == self.0 {
            kill_this_process();
        }
    }
}

/// Whether it took place, as the sandbox itself has it.
async fn seen(fixture: &ManagementFixture, project: &Project, verb: &str, target: &str) -> bool {
    let (id, branch) = (&project.id, &project.branch);
    let has = |list: &Value, field: &str| {
        let items = list.as_array().unwrap();
        items.iter().any(|it| it[field] == target)
    };
    let branches = format!("/projects/{id}/branches?limit=1000");
    match verb {
        "create branch" => has(&fixture.seen(&branches).await["branches"], "name"),
        "delete branch" => !has(&fixture.seen(&branches).await["branches"], "id"),
        "create database" => {
            let path = format!("/projects/{id}/branches/{branch}/databases");
            has(&fixture.seen(&path).await["databases"], "name")
        }
        "update project" => {
            fixture.seen(&format!("/projects/{id}")).await["project"]["name"] == target
        }
        _ => has(&fixture.seen("/api_keys").await, "name"),
    }
}

async fn spare_branch(fixture: &ManagementFixture, project: &Project, name: &str) -> String {
    let create = CreateBranch {
        name: Some(name.to_owned()),
        ..CreateBranch::default()
    };
    let made = branches::create(fixture.app(), &fixture.account, &project.id, create).await;
    fixture.finished(&project.id).await;
    made.unwrap().branch.id
}
