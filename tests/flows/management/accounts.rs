//! Accounts of a person's own: two platforms, keys of every kind, and what a revoked one and a locked one still do.

use app::accounts::{self, ConnectAccount, EditAccount};
use app::view::{
    AccountColour, AccountState, AccountView, ErrorCode, InstantServiceChoice, KeyKind,
    PlatformKind, ProjectScope, TemporaryOptions,
};
use app::{App, Config, Error, keys, organizations, projects, temporary};
use sandbox::{Running, Sandbox};
use secrecy::{ExposeSecret as _, SecretString};
use std::path::Path;
use std::sync::Arc;
use vault::{Memory, Vault};

use super::fixture::ManagementFixture;
use crate::product::{ProductFixture, sandbox_config};

/// A core of somebody who has connected nothing yet.
async fn open(folder: &Path, vault: &Arc<dyn Vault>) -> App {
    let config = Config::new(folder.to_owned(), Arc::clone(vault));
    App::open(config).await.unwrap()
}

fn request(sandbox: &Running, name: &str, key: &SecretString) -> ConnectAccount {
    ConnectAccount {
        name: name.to_owned(),
        platform: PlatformKind::Custom,
        base_url: Some(sandbox.base_url.clone()),
        instant_url: Some(sandbox.instant_url.clone()),
        ca_file: None,
        key: key.clone(),
        colour: Some(AccountColour::Amber),
        is_production: false,
        is_read_only: false,
    }
}

async fn names(app: &App, account: &AccountView) -> Result<Vec<String>, Error> {
    let page = projects::page(app, &account.id, ProjectScope::Own, None, None).await?;
    let mut names: Vec<_> = page.items.into_iter().map(|it| it.name).collect();
    names.sort();
    Ok(names)
}

async fn state(app: &App, account: &AccountView) -> AccountState {
    let all = accounts::list(app);
    all.iter().find(|it| it.id == account.id).unwrap().state
}

/// Requests that change something, as the sandbox saw them.
fn changes(sandbox: &Running) -> usize {
    let log = sandbox.requests();
    log.iter().filter(|it| it.method != "GET").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_platforms_and_every_kind_of_key_side_by_side() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let (owner, local) = (fixture.app(), fixture.account.as_str());
    let first = &fixture.product.sandbox;
    let second = Sandbox::start(sandbox_config(
        &fixture.product.path().join("second"),
        false,
    ));
    let second = second.await.unwrap();
    let (own, _) = (fixture.project("Own").await, fixture.project("Other").await);
    let organization = organizations::list(owner, local).await.unwrap().remove(0);
    let org = organization.id.as_str();
    let personal = keys::create(owner, local, "laptop").await.unwrap();
    let of_all = keys::create_for_organization(owner, local, org, "builds", None);
    let of_all = of_all.await.unwrap();
    let of_one = keys::create_for_organization(owner, local, org, "one", Some(&own.id));
    let of_one = of_one.await.unwrap();

    let vault: Arc<dyn Vault> = Arc::new(Memory::default());
    let folder = fixture.product.path().join("mine");
    let app = open(&folder, &vault).await;
    let connect = async |request: ConnectAccount| accounts::connect(&app, request).await;
    let elsewhere = SecretString::from(second.key.clone());
    let there = connect(request(&second, "There", &elsewhere))
        .await
        .unwrap();
    let me = connect(request(first, "Me", &personal.token))
        .await
        .unwrap();
    let builds = connect(request(first, "", &of_all.token)).await.unwrap();
    let one = connect(request(first, "One project", &of_one.token))
        .await
        .unwrap();

    // Each is what it is.
    assert_eq!(me.key_kind, Some(KeyKind::Personal));
    assert!(me.owner.as_deref().unwrap().contains('@'), "{me:?}");
    assert_eq!(builds.key_kind, Some(KeyKind::Organization));
    assert_eq!(
        (builds.name.as_str(), builds.owner.as_deref()),
        (organization.name.as_str(), Some(organization.name.as_str()))
    );
    assert_eq!(one.key_kind, Some(KeyKind::Project));
    assert_eq!(
        (one.owner.as_deref(), one.project_id.as_deref()),
        (Some("Own"), Some(&*own.id))
    );
    assert!(one.is_current);

    // Each sees what it may, and only on its own platform.
    assert_eq!(names(&app, &me).await.unwrap(), ["Other", "Own"]);
    assert_eq!(names(&app, &builds).await.unwrap(), ["Other", "Own"]);
    assert_eq!(names(&app, &one).await.unwrap(), ["Own"]);
    assert!(names(&app, &there).await.unwrap().is_empty());
    let create = projects::CreateProject {
        name: Some("Elsewhere".to_owned()),
        ..projects::CreateProject::default()
    };
    projects::create(&app, &there.id, create).await.unwrap();
    assert_eq!(names(&app, &there).await.unwrap(), ["Elsewhere"]);
    assert_eq!(names(&app, &me).await.unwrap(), ["Other", "Own"]);

    let own = organizations::list(&app, &builds.id).await.unwrap();
    let own: Vec<_> = own.into_iter().map(|it| it.id).collect();
    assert_eq!(own, [org], "an organization's key tells of its own alone");

    // Their instant services are places.
    let service = InstantServiceChoice::Account {
        account_id: there.id.clone(),
    };
    let options = TemporaryOptions {
        service: Some(service),
        ..TemporaryOptions::default()
    };
    let made = temporary::create(&app, options.clone()).await.unwrap();
    assert_eq!(made.service_label, "There");

    // What is connected already is said, and nothing is asked for it.
    let again = connect(request(first, "Again", &personal.token))
        .await
        .unwrap_err();
    assert_eq!(
        (again.code(), again.subject()),
        (ErrorCode::Exists, Some(&*me.id))
    );

    // A revoked key pauses its account alone.
    keys::revoke(owner, local, &personal.key.id).await.unwrap();
    let refused = names(&app, &me).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Unauthorized);
    let sent = first.requests().len();
    for _ in 0..5 {
        names(&app, &me).await.unwrap_err();
        keys::create(&app, &me.id, "more").await.unwrap_err();
    }
    assert_eq!(first.requests().len(), sent, "nothing is sent for it");
    assert_eq!(state(&app, &me).await, AccountState::Unauthorized);
    names(&app, &builds).await.unwrap();
    let still = accounts::recheck(&app, &me.id).await.unwrap_err();
    assert_eq!(still.code(), ErrorCode::Unauthorized);
    let foreign = accounts::replace_key(&app, &me.id, elsewhere.clone()).await;
    assert_eq!(foreign.unwrap_err().code(), ErrorCode::Unauthorized);
    let newer = keys::create(owner, local, "newer").await.unwrap().token;
    accounts::replace_key(&app, &me.id, newer.clone())
        .await
        .unwrap();
    assert_eq!(names(&app, &me).await.unwrap(), ["Other", "Own"]);

    // A locked one reads on.
    let lock = |is_read_only| EditAccount {
        is_read_only: Some(is_read_only),
        ..EditAccount::default()
    };
    accounts::edit(&app, &there.id, lock(true)).await.unwrap();
    let before = changes(&second);
    let project = projects::CreateProject::default();
    let locked = projects::create(&app, &there.id, project)
        .await
        .unwrap_err();
    assert_eq!(locked.code(), ErrorCode::ReadOnly);
    let locked = temporary::create(&app, options).await.unwrap_err();
    assert_eq!(locked.code(), ErrorCode::ReadOnly);
    assert_eq!(names(&app, &there).await.unwrap(), ["Elsewhere"]);
    assert_eq!(changes(&second), before);
    accounts::edit(&app, &there.id, lock(false)).await.unwrap();

    // A restart finds everything; what is removed is gone from here, and the platform keeps it.
    app.close().await;
    drop(app);
    let app = open(&folder, &vault).await;
    assert_eq!(names(&app, &me).await.unwrap(), ["Other", "Own"]);
    assert_eq!(names(&app, &one).await.unwrap(), ["Own"]);
    assert_eq!(accounts::list(&app).len(), 4);
    app::remove_account(&app, &me.id).await.unwrap();
    assert_eq!(
        names(&app, &me).await.unwrap_err().code(),
        ErrorCode::Invalid
    );
    for file in files_in(&folder) {
        let bytes = std::fs::read(&file).unwrap();
        for key in [&personal.token, &newer, &of_all.token, &elsewhere] {
            let key = key.expose_secret().as_bytes();
            let holds = bytes.windows(key.len()).any(|part| part == key);
            assert!(!holds, "{} holds a key", file.display());
        }
    }
    let back = accounts::connect(&app, request(first, "Me", &newer)).await;
    assert_eq!(names(&app, &back.unwrap()).await.unwrap(), ["Other", "Own"]);
    app.close().await;
    second.stop().await;
    fixture.stop().await;
}

fn files_in(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files_in(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}
