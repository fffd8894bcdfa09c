use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::view::{
    BulkItemState, BulkState, FolderState, FormId, ProjectScope, RotationStep, TemporaryState,
};
use app::{App, Clock, Config, accounts, branches, bulk, folders, projects, rotation, temporary};
use chrono::{DateTime, TimeDelta, Utc};
use futures::future::BoxFuture;
use sandbox::{Running, Sandbox, StartError};
use testkit::{http, sql};
use vault::Vault;

use super::{Left, NEW_KEY, PORT, archive, core_in, left_in, sandbox_in, secrets_in};
use crate::crash::FolderVault;
use crate::management::fixture::ManagementFixture;
use crate::product::{PATIENCE, ProductFixture, folder, local, sandbox_config};

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_of_the_first_version_opens_with_nothing_lost() {
    let folder = folder();
    unpack(folder.path());
    let text = std::fs::read_to_string(left_in(folder.path())).unwrap();
    let left: Left = serde_json::from_str(&text).unwrap();
    // Both clocks say what they said then: what would have expired since is not what is tested.
    let ago = Utc::now() - left.made_at;
    set_clock_back(&sandbox_in(folder.path()), ago);
    let sandbox = start(&sandbox_in(folder.path())).await;
    let vault: Arc<dyn Vault> = Arc::new(FolderVault(secrets_in(folder.path())));
    let mut config = Config::new(core_in(folder.path()), vault);
    config.clock = Arc::new(Then(ago));
    let app = App::open(config).await.unwrap();
    accounts::set_local(&app, local(&sandbox)).await.unwrap();
    let fixture = ManagementFixture {
        product: ProductFixture::around(app, sandbox),
        account: left.local.clone(),
    };
    accounts_are_there(&fixture, &left).await;
    temporaries_are_there(&fixture, &left).await;
    branches_are_there(&fixture, &left).await;
    the_deleted_project_comes_back(&fixture, &left).await;
    the_bulk_goes_on(&fixture, &left).await;
    the_rotation_ends(&fixture, &left).await;
    a_folder_can_be_added(&fixture, folder.path()).await;
    fixture.stop().await;
}

/// The list of project folders came later.
async fn a_folder_can_be_added(fixture: &ManagementFixture, path: &Path) {
    assert!(folders::list(fixture.app()).await.unwrap().items.is_empty());
    let added = folders::add(fixture.app(), path.to_str().unwrap(), None).await;
    assert_eq!(added.unwrap().state, FolderState::Absent);
}

async fn accounts_are_there(fixture: &ManagementFixture, left: &Left) {
    let accounts = accounts::list(fixture.app());
    let names: Vec<_> = accounts.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, left.accounts);
    let mine = accounts.iter().find(|it| it.id == left.mine).unwrap();
    assert!(mine.is_production);
}

async fn temporaries_are_there(fixture: &ManagementFixture, left: &Left) {
    for (id, state, word) in [
        (&left.unclaimed, TemporaryState::Unclaimed, "unclaimed"),
        (&left.claimed, TemporaryState::Claimed, "claimed"),
    ] {
        assert_eq!(fixture.product.state(id).await, state);
        // The platform agrees.
        let looked = temporary::refresh(fixture.app(), id).await.unwrap();
        assert_eq!((looked.state, looked.check_error), (state, None), "{word}");
        let client = fixture.product.connect(id).await;
        assert_eq!(sql::column(&client, "SELECT word FROM kept").await, [word]);
        let direct = fixture.product.text(id, FormId::Direct).await;
        assert!(direct.starts_with("postgresql://"), "{word}");
    }
}

async fn branches_are_there(fixture: &ManagementFixture, left: &Left) {
    let listed = branches::all(fixture.app(), &left.local, &left.project, false).await;
    let listed = listed.unwrap();
    for (name, id) in &left.branches {
        let branch = listed.iter().find(|it| it.id == *id).unwrap();
        assert_eq!(branch.name, *name);
        let client = fixture.connect(&left.project, Some(id)).await;
        let rows: &[&str] = match name.as_str() {
            "main" => &["1"],
            "preview" => &["1", "2"],
            _ => &[],
        };
        let found = sql::column(&client, "SELECT n FROM kept ORDER BY n").await;
        assert_eq!(found, rows, "{name}");
    }
    let uri = fixture
        .uri_of(&left.project, None, "reports", "reader")
        .await;
    let client = fixture.open(&uri).await;
    let who = sql::column(&client, "SELECT current_user").await;
    assert_eq!(who, ["reader"], "a role and a database made since");
}

async fn the_deleted_project_comes_back(fixture: &ManagementFixture, left: &Left) {
    let (app, account) = (fixture.app(), &left.local);
    let page = projects::page(app, account, ProjectScope::Deleted, None, None).await;
    let deleted: Vec<_> = page.unwrap().items.into_iter().map(|it| it.id).collect();
    assert_eq!(deleted, [left.deleted.as_str()]);
    projects::recover(app, account, &left.deleted)
        .await
        .unwrap();
    fixture.finished(&left.deleted).await;
    let client = fixture.connect(&left.deleted, None).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["1"]);
}

async fn the_bulk_goes_on(fixture: &ManagementFixture, left: &Left) {
    let app = fixture.app();
    let found = bulk::list(app).await.unwrap();
    let found = found.iter().find(|it| it.id == left.bulk).unwrap();
    assert_eq!(found.items.len(), left.bulk_keys.len());
    if found.state == BulkState::Paused {
        bulk::resume(app, &left.bulk).await.unwrap();
    }
    let end = Instant::now() + PATIENCE;
    loop {
        let all = bulk::list(app).await.unwrap();
        let bulk = all.iter().find(|it| it.id == left.bulk).unwrap();
        if bulk.state == BulkState::Done {
            let is_done = |item: &app::view::BulkItemView| item.state == BulkItemState::Done;
            assert!(bulk.items.iter().all(is_done), "{bulk:#?}");
            break;
        }
        assert!(Instant::now() < end, "it did not end: {bulk:#?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let keys = fixture.seen("/api_keys").await;
    for id in &left.bulk_keys {
        let is_there = keys
            .as_array()
            .unwrap()
            .iter()
            .any(|key| key["id"].as_i64() == id.parse().ok());
        assert!(!is_there, "key {id} was not revoked");
    }
}

async fn the_rotation_ends(fixture: &ManagementFixture, left: &Left) {
    let app = fixture.app();
    let end = Instant::now() + PATIENCE;
    loop {
        let all = rotation::list(app).await.unwrap();
        let [one] = all.as_slice() else {
            panic!("one rotation was under way: {all:#?}")
        };
        if one.step == RotationStep::Done && !one.is_running {
            assert_eq!(
                (one.problem.as_ref(), one.new_name.as_str()),
                (None, NEW_KEY)
            );
            break;
        }
        assert!(Instant::now() < end, "it did not end: {one:#?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(status_of(fixture, &left.former_token).await, 401);
    let page = projects::page(app, &left.mine, ProjectScope::Own, None, None).await;
    let ids: Vec<_> = page.unwrap().items.into_iter().map(|it| it.id).collect();
    assert!(ids.contains(&left.project), "the new key opens the account");
}

async fn status_of(fixture: &ManagementFixture, key: &str) -> u16 {
    let key = format!("Bearer {key}");
    let headers = [("Authorization", key.as_str())];
    let origin = &fixture.product.sandbox.instant_url;
    http::send(origin, "GET", "/api/v2/auth", &headers, "")
        .await
        .status
}

/// Starts the sandbox of the folder on the port that its clients know, which another test may hold for a moment.
async fn start(data: &Path) -> Running {
    let end = Instant::now() + PATIENCE;
    loop {
        let mut config = sandbox_config(data, true);
        config.port = PORT;
        config.rate_limits = None;
        match Sandbox::start(config).await {
            Err(StartError::PortTaken { .. }) if Instant::now() < end => {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            started => return started.unwrap(),
        }
    }
}

fn unpack(folder: &Path) {
    let status = Command::new("tar")
        .arg("-C")
        .arg(folder)
        .arg("-xpJf")
        .arg(archive())
        .status()
        .unwrap();
    assert!(status.success(), "tar: {status}");
    give_to_the_servers_user(&sandbox_in(folder));
}

/// The archive was made by root, whose sandbox gives the clusters to `nobody`. As root, they go to whom a sandbox of
/// this machine would give them.
fn give_to_the_servers_user(data: &Path) {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let user = match users.lines().any(|line| line.starts_with("postgres:")) {
        true => "postgres",
        false => "nobody",
    };
    let status = Command::new("chown")
        .args(["-R", "--from=65534", user])
        .arg(data)
        .status()
        .unwrap();
    assert!(status.success(), "chown: {status}");
}

fn set_clock_back(data: &Path, ago: TimeDelta) {
    let store = rusqlite::Connection::open(data.join("world.db")).unwrap();
    let offset = (-ago).num_milliseconds().to_string();
    store
        .execute(
            "INSERT OR REPLACE INTO meta (name, value) VALUES ('clock_offset_ms', ?1)",
            [offset],
        )
        .unwrap();
}

/// The machine's clock, this much behind.
#[derive(Debug)]
struct Then(TimeDelta);

impl Clock for Then {
    fn now(&self) -> DateTime<Utc> {
        Utc::now() - self.0
    }

    fn elapsed(&self) -> Duration {
        app::SystemClock.elapsed()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        app::SystemClock.sleep(duration)
    }

    fn random(&self) -> u64 {
        app::SystemClock.random()
    }
}
