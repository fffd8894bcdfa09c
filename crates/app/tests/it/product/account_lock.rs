//! An account that is locked against changes: nothing that changes anything leaves, whoever asks.

use app::accounts::{ConnectAccount, EditAccount};
use app::view::{AccountView, ErrorCode, InstantServiceChoice, ProjectScope, TemporaryOptions};
use app::{
    Error, accounts, activity, auth, branches, computes, connection_card, databases, email_server,
    keys, oauth_providers, projects, roles, seed, temporary,
};

use super::connect_account::{ME, named};
use super::core_fixture::{CoreFixture, code, psql_parameters, source_of};
use super::identity_platform::{self, IdentityPlatform};

async fn connect(core: &CoreFixture, identity_platform: &IdentityPlatform) -> AccountView {
    let request = ConnectAccount {
        instant_url: Some(core.service.url.clone()),
        ..named(identity_platform, "napi_mine", "Production")
    };
    accounts::connect(&core.app, request).await.unwrap()
}

async fn lock(core: &CoreFixture, id: &str, is_read_only: bool) {
    let edit = EditAccount {
        is_read_only: Some(is_read_only),
        ..EditAccount::default()
    };
    let shown = accounts::edit(&core.app, id, edit).await.unwrap();
    assert_eq!(shown.is_read_only, is_read_only);
}

fn intents(core: &CoreFixture) -> i64 {
    let store = rusqlite::Connection::open(core.folder.path().join("plinth.db")).unwrap();
    store
        .query_row("SELECT count(*) FROM intent", [], |row| row.get(0))
        .unwrap()
}

#[tokio::test]
async fn every_change_of_the_platform_is_refused_and_reads_go_on() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let account = connect(&core, &identity_platform).await.id;
    lock(&core, &account, true).await;
    // It is locked after a restart as well.
    core.restart().await;
    let app = &core.app;
    let id = account.as_str();
    let mut refused = Vec::<(&str, Option<Error>)>::new();
    macro_rules! try_all {
        ($($case:literal => $call:expr;)+) => {
            $(refused.push(($case, $call.await.err()));)+
        };
    }
    let named = |name: &str| projects::UpdateProject {
        name: Some(name.to_owned()),
        ..projects::UpdateProject::default()
    };
    let renamed = branches::UpdateBranch {
        name: Some("dev".to_owned()),
        protected: None,
        expiry: branches::BranchExpiry::Keep,
    };
    let restored = branches::RestoreBranch {
        source_id: "br-2".to_owned(),
        ..branches::RestoreBranch::default()
    };
    let compute = computes::CreateCompute {
        branch_id: "br-1".to_owned(),
        ..computes::CreateCompute::default()
    };
    let provider = oauth_providers::AddOauthProvider {
        provider: "google".to_owned(),
        client_id: None,
        client_secret: None,
        microsoft_tenant_id: None,
    };
    let enabled = auth::EnableAuth {
        branch_id: "br-1".to_owned(),
        ..auth::EnableAuth::default()
    };
    let mail = auth::TestEmail {
        branch_id: "br-1".to_owned(),
        host: "smtp.example.com".to_owned(),
        port: 25,
        username: "mailer".to_owned(),
        password: "hidden".into(),
        sender_email: "shop@example.com".to_owned(),
        sender_name: "Shop".to_owned(),
        recipient: "me@example.com".to_owned(),
    };
    try_all! {
        "create project" => projects::create(app, id, projects::CreateProject::default());
        "update project" => projects::update(app, id, "p-1", named("shop"));
        "delete project" => projects::delete(app, id, "p-1");
        "recover project" => projects::recover(app, id, "p-1");
        "create branch" => branches::create(app, id, "p-1", branches::CreateBranch::default());
        "update branch" => branches::update(app, id, "p-1", "br-1", renamed);
        "restore branch" => branches::restore(app, id, "p-1", "br-1", restored);
        "default branch" => branches::set_as_default(app, id, "p-1", "br-1");
        "delete branch" => branches::delete(app, id, "p-1", "br-1");
        "recover branch" => branches::recover(app, id, "p-1", "br-1");
        "create compute" => computes::create(app, id, "p-1", compute);
        "start compute" => computes::start(app, id, "p-1", "ep-1");
        "suspend compute" => computes::suspend(app, id, "p-1", "ep-1");
        "restart compute" => computes::restart(app, id, "p-1", "ep-1");
        "delete compute" => computes::delete(app, id, "p-1", "ep-1");
        "create database" => databases::create(app, id, "p-1", "br-1", "shop", "owner");
        "delete database" => databases::delete(app, id, "p-1", "br-1", "shop");
        "create role" => roles::create(app, id, "p-1", "br-1", "owner", false);
        "reset password" => roles::reset_password(app, id, "p-1", "br-1", "owner");
        "delete role" => roles::delete(app, id, "p-1", "br-1", "owner");
        "create key" => keys::create(app, id, "ci");
        "revoke key" => keys::revoke(app, id, "1");
        "enable auth" => auth::enable(app, id, "p-1", enabled);
        "add a provider" => oauth_providers::add(app, id, "p-1", provider);
        "shared mail server" => email_server::update(app, id, "p-1", email_server::EmailServerEdit::Shared);
        "test mail" => auth::send_test_email(app, id, "p-1", mail);
    }
    for (case, error) in refused {
        let error = error.unwrap_or_else(|| panic!("{case} was done"));
        assert_eq!(error.code(), ErrorCode::ReadOnly, "{case}: {error}");
        assert!(error.message().contains("Production"), "{case}: {error}");
        assert_eq!(error.subject(), Some(id), "{case}");
    }
    assert_eq!(
        identity_platform.request_count(),
        identity_platform.count("GET")
    );
    assert_eq!(intents(&core), 0, "nothing was begun");
    keys::list(app, id).await.unwrap();
    projects::page(app, id, ProjectScope::Own, None, None)
        .await
        .unwrap();

    lock(&core, id, false).await;
    keys::create(&core.app, id, "ci").await.unwrap();
    assert_eq!(identity_platform.count("POST"), 1);
    let log = activity::list(&core.app, app::view::ActivityFilter::default(), None, 50).await;
    let actions: Vec<_> = log.unwrap().items.into_iter().map(|it| it.action).collect();
    assert_eq!(
        actions,
        [
            "Create API key",
            "Unlock account",
            "Lock account",
            "Connect account"
        ]
    );
}

#[tokio::test]
async fn its_temporary_databases_are_only_read() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let account = connect(&core, &identity_platform).await.id;
    let options = TemporaryOptions {
        service: Some(InstantServiceChoice::Account {
            account_id: account.clone(),
        }),
        ..TemporaryOptions::default()
    };
    let row = temporary::create(&core.app, options.clone()).await.unwrap();
    let elsewhere = core.create().await;
    let posts = core.service.count("POST");
    lock(&core, &account, true).await;
    let service = accounts::instant_services(&core.app)
        .await
        .unwrap()
        .remove(0);
    assert!(!service.available && service.note.is_some());

    let app = &core.app;
    let seed = core.folder.path().join("seed.sql");
    std::fs::write(&seed, "SELECT 1;").unwrap();
    let seed = seed.display().to_string();
    let codes = [
        code(temporary::create(app, options).await),
        code(connection_card::check(app, &source_of(&row.id)).await),
        code(seed::start(app, &row.id, &seed).await),
        code(psql_parameters(app, &source_of(&row.id)).await),
        code(temporary::claim_link(app, &row.id, "example.com").await),
    ];
    assert_eq!(codes, [ErrorCode::ReadOnly; 5]);
    assert_eq!(core.service.count("POST"), posts);
    temporary::refresh(app, &row.id).await.unwrap();
    temporary::claim_target(app, &row.id).await.unwrap();
    psql_parameters(app, &source_of(&elsewhere.id))
        .await
        .unwrap();
    lock(&core, &account, false).await;
    psql_parameters(app, &source_of(&row.id)).await.unwrap();
}

#[tokio::test]
async fn what_waits_to_be_sent_does_not_leave_any_more() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let account = connect(&core, &identity_platform).await.id;
    identity_platform.open_gate(false);
    let sent = identity_platform.request_count();
    let begin = || {
        let (app, id) = (core.app.clone(), account.clone());
        tokio::spawn(async move { keys::create(&app, &id, "ci").await })
    };
    // Both pass the check; the second waits until the first has ended.
    let (first, second) = (begin(), begin());
    identity_platform.received(sent + 1).await;
    lock(&core, &account, true).await;
    identity_platform.open_gate(true);
    let (first, second) = (first.await.unwrap(), second.await.unwrap());
    let refused: Vec<_> = [first.err(), second.err()].into_iter().flatten().collect();
    assert_eq!(
        refused.len(),
        1,
        "the one that had left was done: {refused:?}"
    );
    assert_eq!(refused[0].code(), ErrorCode::ReadOnly);
    assert_eq!((identity_platform.count("POST"), intents(&core)), (1, 0));
}
