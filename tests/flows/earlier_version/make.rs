//! How the folder was made: run once, by hand, at the commit whose folder is to be kept:
//! `EARLIER_FOLDER=<new folder> cargo test … --test flows -- --ignored --exact earlier_version::make::makes_the_folder`, then
//! `tar -C <new folder> --sort=name -cf - . | xz -9e --lzma2=dict=768MiB`.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::accounts::ConnectAccount;
use app::branches::CreateBranch;
use app::rotation::RotateKey;
use app::view::{
    AccountColour, BulkItemState, BulkRequest, BulkVerb, PlatformKind, TemporaryOptions,
};
use app::{
    App, Checkpoint, Checkpoints, Config, accounts, branches, bulk, databases, keys, projects,
    roles, rotation, temporary,
};
use rustix::process::{Signal, getpid, kill_process};
use sandbox::{Fault, Running, Sandbox};
use secrecy::ExposeSecret as _;
use testkit::page::Page;
use testkit::sql;
use vault::Vault;

use super::{Left, NEW_KEY, OLD_KEY, PORT, core_in, left_in, sandbox_in, secrets_in};
use crate::crash::FolderVault;
use crate::management::fixture::{ManagementFixture, usual_compute};
use crate::product::{PATIENCE, ProductFixture, local, open, sandbox_config};

const CHILD: &str = "earlier_version::make::child_that_is_killed";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "makes the folder that the tests beside it open"]
async fn makes_the_folder() {
    let folder = PathBuf::from(std::env::var_os("EARLIER_FOLDER").unwrap());
    std::fs::create_dir_all(&folder).unwrap();
    let mut config = sandbox_config(&sandbox_in(&folder), true);
    config.port = PORT;
    config.rate_limits = None;
    let sandbox = Sandbox::start(config).await.unwrap();
    let vault: Arc<dyn Vault> = Arc::new(FolderVault(secrets_in(&folder)));
    let app = open(&core_in(&folder), &vault, &sandbox).await;
    let fixture = ManagementFixture::of(ProductFixture::around(app, sandbox)).await;
    let left = fill(&fixture).await;
    std::fs::write(
        left_in(&folder),
        serde_json::to_string_pretty(&left).unwrap(),
    )
    .unwrap();
    fixture.product.app.close().await;
    // Slow enough that the bulk is in the middle when the rotation is killed.
    fixture.order(Fault {
        method: Some("DELETE".to_owned()),
        delay_ms: Some(1500),
        ..Fault::on("/api/v2/api_keys/**")
    });
    leave_work_under_way(&fixture.product.sandbox, &folder);
    fixture.product.sandbox.stop().await;
}

async fn fill(fixture: &ManagementFixture) -> Left {
    let (app, local_id) = (fixture.app(), fixture.account.clone());
    let unclaimed = filled(fixture, "unclaimed").await;
    let claimed = filled(fixture, "claimed").await;
    claim(fixture, &claimed).await;

    let project = fixture.project("shop").await;
    fill_project(fixture, &project.id, None).await;
    roles::create(
        app,
        &local_id,
        &project.id,
        &project.branch,
        "reader",
        false,
    )
    .await
    .unwrap();
    fixture.finished(&project.id).await;
    databases::create(
        app,
        &local_id,
        &project.id,
        &project.branch,
        "reports",
        "svcdb_owner",
    )
    .await
    .unwrap();
    fixture.finished(&project.id).await;
    let mut made = vec![("main".to_owned(), project.branch.clone())];
    for (name, schema_only) in [("preview", false), ("empty", true)] {
        let request = CreateBranch {
            name: Some(name.to_owned()),
            compute: usual_compute(),
            schema_only,
            ..CreateBranch::default()
        };
        let branch = branches::create(app, &local_id, &project.id, request)
            .await
            .unwrap();
        fixture.finished(&project.id).await;
        made.push((name.to_owned(), branch.branch.id));
    }
    let preview = fixture.connect(&project.id, Some(&made[1].1)).await;
    sql::run(&preview, "INSERT INTO kept VALUES (2)").await;

    let deleted = fixture.project("former").await;
    fill_project(fixture, &deleted.id, None).await;
    projects::delete(app, &local_id, &deleted.id).await.unwrap();

    let former = keys::create(app, &local_id, OLD_KEY).await.unwrap();
    let mine = accounts::connect(
        app,
        ConnectAccount {
            name: "Mine".to_owned(),
            platform: PlatformKind::Custom,
            base_url: Some(fixture.product.sandbox.base_url.clone()),
            instant_url: None,
            ca_file: None,
            key: former.token.clone(),
            colour: Some(AccountColour::Amber),
            is_production: true,
            is_read_only: false,
        },
    )
    .await
    .unwrap();
    let mut bulk_keys = Vec::new();
    for number in 0..6 {
        let key = keys::create(app, &local_id, &format!("old {number}"))
            .await
            .unwrap();
        bulk_keys.push(key.key.id);
    }
    let accounts = accounts::list(app);
    Left {
        made_at: chrono::Utc::now(),
        accounts: accounts.into_iter().map(|it| it.name).collect(),
        local: local_id,
        mine: mine.id,
        former_key_id: former.key.id,
        former_token: former.token.expose_secret().to_owned(),
        unclaimed,
        claimed,
        project: project.id,
        deleted: deleted.id,
        branches: made,
        bulk: String::new(),
        bulk_keys,
    }
}

async fn filled(fixture: &ManagementFixture, word: &str) -> String {
    let made = temporary::create(fixture.app(), TemporaryOptions::default())
        .await
        .unwrap();
    let client = fixture.product.connect(&made.id).await;
    sql::run(
        &client,
        &format!("CREATE TABLE kept (word text); INSERT INTO kept VALUES ('{word}');"),
    )
    .await;
    made.id
}

async fn claim(fixture: &ManagementFixture, id: &str) {
    let host = temporary::claim_target(fixture.app(), id)
        .await
        .unwrap()
        .host;
    let link = temporary::claim_link(fixture.app(), id, &host)
        .await
        .unwrap();
    temporary::claim_opened(fixture.app(), id).await.unwrap();
    let choose = Page::open(link.url.expose_secret())
        .await
        .press("Claim this database")
        .await;
    choose.press("Confirm").await;
    fixture
        .product
        .until(id, app::view::TemporaryState::Claimed)
        .await;
}

async fn fill_project(fixture: &ManagementFixture, project: &str, branch: Option<&str>) {
    let client = fixture.connect(project, branch).await;
    let batch = "CREATE TABLE kept (n int); INSERT INTO kept VALUES (1);";
    sql::run(&client, batch).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["1"]);
}

fn leave_work_under_way(sandbox: &Running, folder: &std::path::Path) {
    let platform = local(sandbox);
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", CHILD, "--nocapture"])
        .env("EARLIER_FOLDER", folder)
        .env("EARLIER_BASE_URL", &platform.base_url)
        .env("EARLIER_INSTANT_URL", &platform.instant_url)
        .env("EARLIER_KEY", platform.key.expose_secret())
        .env("EARLIER_CA", platform.ca_file.unwrap())
        .env("EARLIER_POSTGRES", &platform.postgres)
        .stdin(Stdio::null())
        .status()
        .unwrap();
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    assert_eq!(signal, Some(9), "the rotation was not killed: {status}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child of makes_the_folder"]
async fn child_that_is_killed() {
    let variable = |name: &str| std::env::var(format!("EARLIER_{name}")).unwrap();
    let folder = PathBuf::from(variable("FOLDER"));
    let text = std::fs::read_to_string(left_in(&folder)).unwrap();
    let mut left: Left = serde_json::from_str(&text).unwrap();
    let vault: Arc<dyn Vault> = Arc::new(FolderVault(secrets_in(&folder)));
    let mut config = Config::new(core_in(&folder), vault);
    config.checkpoints = Arc::new(KilledOnceVerified);
    let app = App::open(config).await.unwrap();
    let platform = app::LocalPlatform {
        name: "Sandbox".to_owned(),
        base_url: variable("BASE_URL"),
        instant_url: variable("INSTANT_URL"),
        key: variable("KEY").into(),
        admin_key: None,
        ca_file: Some(variable("CA").into()),
        postgres: variable("POSTGRES"),
        names: app::accounts::LocalNames::default(),
    };
    accounts::set_local(&app, platform).await.unwrap();
    let request = BulkRequest {
        account_id: left.local.clone(),
        verb: BulkVerb::RevokeKeys,
        item_ids: left.bulk_keys.clone(),
        organization_id: None,
        project_id: None,
        expires_at: None,
    };
    let begun = bulk::start(&app, request).await.unwrap();
    left.bulk = begun.id.clone();
    std::fs::write(
        left_in(&folder),
        serde_json::to_string_pretty(&left).unwrap(),
    )
    .unwrap();
    let end = Instant::now() + PATIENCE;
    loop {
        let all = bulk::list(&app).await.unwrap();
        let items = &all.iter().find(|it| it.id == begun.id).unwrap().items;
        let done = items.iter().filter(|it| it.state == BulkItemState::Done);
        if done.count() >= 1 {
            break;
        }
        assert!(Instant::now() < end, "no key was revoked: {items:#?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let request = RotateKey {
        old_key_id: left.former_key_id,
        name: NEW_KEY.to_owned(),
    };
    rotation::start(&app, &left.mine, request).await.unwrap();
    tokio::time::sleep(PATIENCE).await;
    panic!("the rotation did not come to its check");
}

/// Ends the process as `kill -9` does, with the new key kept and the former one still good.
#[derive(Debug)]
struct KilledOnceVerified;

impl Checkpoints for KilledOnceVerified {
    fn passed(&self, checkpoint: Checkpoint) {
        if format!("{checkpoint:?}") == "RotationVerified" {
            kill_process(getpid(), Signal::KILL).unwrap();
            std::thread::sleep(Duration::from_secs(10));
        }
    }
}
