//! Ways to connect to projects, each tried for real.

use std::time::{Duration, Instant};

use app::branches::CreateBranch;
use app::computes;
use app::projects::CreateProject;
use app::view::{
    ActivityFilter, ConnectSource, ConnectionProbeState, ConnectionProbeView, ConnectionRequest,
    EnvArgs, ErrorCode, FormGroup, FormId,
};
use app::{
    App, Event, accounts, activity, branches, connection_card, connection_probe, env_file,
    one_time_secrets, operations, projects, roles,
};
use testkit::{sql, until_that};
use tokio_postgres::error::SqlState;

use super::fixture::{ManagementFixture, Project, usual_compute};
use crate::product::{PATIENCE, ProductFixture, open, psql_parameters};

const OWNER: &str = "svcdb_owner";

fn request(branch: Option<&str>, pooled: Option<bool>) -> ConnectionRequest {
    ConnectionRequest {
        database: "svcdb".to_owned(),
        role: OWNER.to_owned(),
        branch_id: branch.map(str::to_owned),
        compute_id: None,
        pooled,
    }
}

fn source(fixture: &ManagementFixture, project: &Project, pooled: Option<bool>) -> ConnectSource {
    ConnectSource::Project {
        account_id: fixture.account.clone(),
        project_id: project.id.clone(),
        request: request(None, pooled),
    }
}

async fn text(app: &App, source: &ConnectSource, form: FormId) -> String {
    let text = connection_card::reveal(app, source, form).await;
    text.unwrap().text
}

fn password_of(uri: &str) -> String {
    let url = url::Url::parse(uri).unwrap();
    url.password().unwrap().to_owned()
}

fn code<T: std::fmt::Debug>(result: Result<T, app::Error>) -> ErrorCode {
    result.unwrap_err().code()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_string_of_a_new_project_is_shown_once_and_connects() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let create = CreateProject {
        name: Some("Shown once".to_owned()),
        ..CreateProject::default()
    };
    let view = projects::create(app, account, create).await.unwrap();
    fixture.finished(&view.project.id).await;
    let secret = fixture.uri(&view.project.id, None).await;
    let [shown] = view.connections.as_slice() else {
        panic!("{:?}", view.connections);
    };
    assert_eq!(shown.label, "svcdb as svcdb_owner");
    let password = password_of(&secret);
    assert!(!format!("{shown:?}").contains(&password));

    let of = ConnectSource::OneTimeSecret {
        id: shown.id.clone(),
    };
    assert_eq!(text(app, &of, FormId::Direct).await, secret);
    let client = fixture.open(&text(app, &of, FormId::Pooled).await).await;
    assert_eq!(sql::column(&client, "SELECT 40 + 2").await, ["42"]);
    let checked = connection_card::check(app, &of).await.unwrap();
    assert!(checked.channel_binding && checked.server_version.starts_with("17."));
    assert_eq!(connection_card::forms(app, &of).await.unwrap(), shown.forms);

    one_time_secrets::forget(app, &shown.id);
    one_time_secrets::forget(app, &shown.id);
    assert_eq!(
        code(connection_card::forms(app, &of).await),
        ErrorCode::NotFound
    );
    let revealed = connection_card::reveal(app, &of, FormId::Direct).await;
    assert_eq!(code(revealed), ErrorCode::NotFound);
    drop(client);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_projects_card_shows_the_string_and_wakes_nothing() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Card").await;
    until(app, |all| {
        all.iter()
            .all(|it| it.state == ConnectionProbeState::Usable)
    })
    .await;
    computes::suspend(app, account, &project.id, &project.compute)
        .await
        .unwrap();
    let before = fixture.finished(&project.id).await.len();

    for (pooled, id) in [
        (Some(true), FormId::Pooled),
        (Some(false), FormId::Direct),
        (None, FormId::Direct),
    ] {
        let of = source(&fixture, &project, pooled);
        let card = connection_card::forms(app, &of).await.unwrap();
        assert_eq!(card.forms[0].id, id);
        assert_eq!(card.forms[0].group, FormGroup::String);
        assert!(card.pooled_equals_direct && card.pooled_note.is_some());
        assert_eq!(card.note, None);
        assert!(card.ca_file.is_some());
        let uri = fixture.uri(&project.id, None).await;
        assert_eq!(text(app, &of, id).await, uri);
        assert!(!format!("{card:?}").contains(&password_of(&uri)));
    }
    assert_eq!(fixture.finished(&project.id).await.len(), before);
    let compute = computes::get(app, account, &project.id, &project.compute).await;
    assert_eq!(compute.unwrap().state.as_deref(), Some("idle"));

    let of = source(&fixture, &project, Some(false));
    let checked = connection_card::check(app, &of).await.unwrap();
    assert!(checked.server_version.starts_with("17."));
    let reported = psql_parameters(app, &of).await.unwrap();
    assert_eq!(
        (reported.role.as_str(), reported.sslmode),
        (OWNER, "verify-full")
    );
    assert!(reported.password.is_some());

    let mut nowhere = request(None, None);
    nowhere.database = "gone".to_owned();
    let of = ConnectSource::Project {
        account_id: account.to_owned(),
        project_id: project.id.clone(),
        request: nowhere,
    };
    assert_eq!(
        code(connection_card::forms(app, &of).await),
        ErrorCode::NotFound
    );
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_is_shown_once_and_the_old_one_refused() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Reset").await;
    let old = fixture.uri(&project.id, None).await;
    let view = roles::reset_password(app, account, &project.id, &project.branch, OWNER)
        .await
        .unwrap();
    fixture.finished(&project.id).await;

    let shown = view.password.unwrap();
    assert_eq!(shown.label, OWNER);
    let ids: Vec<_> = shown.forms.forms.iter().map(|form| form.id).collect();
    assert_eq!(ids, [FormId::Password]);
    let of = ConnectSource::OneTimeSecret { id: shown.id };
    let password = text(app, &of, FormId::Password).await;
    assert!(!format!("{:?}", shown.forms).contains(&password));
    assert_eq!(
        code(connection_card::check(app, &of).await),
        ErrorCode::Invalid
    );
    let other = connection_card::reveal(app, &of, FormId::Direct).await;
    assert_eq!(code(other), ErrorCode::Invalid);

    // The card never shows what was before.
    let now = text(app, &source(&fixture, &project, None), FormId::Direct).await;
    assert_eq!(now, old.replace(&password_of(&old), &password));
    let client = fixture.open(&now).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    let refused = sql::refusal(&fixture.product.ca(), &old).await;
    assert_eq!(refused, SqlState::INVALID_PASSWORD);
    drop(client);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_that_keeps_no_passwords_says_what_to_do() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let create = CreateProject {
        name: Some("Forgets".to_owned()),
        store_passwords: Some(false),
        ..CreateProject::default()
    };
    let made = projects::create(app, account, create).await.unwrap();
    let secret = fixture.shown_once(&made.connections[0]).await;
    let project = fixture.whole(made).await;

    let of = source(&fixture, &project, Some(true));
    let card = connection_card::forms(app, &of).await.unwrap();
    let note = card.note.unwrap();
    assert!(
        note.contains("stores no passwords") && note.contains("reset"),
        "{note}"
    );
    // Plinth has the authority in a file of its own.
    let without = secret.replace(&format!(":{}@", password_of(&secret)), "@");
    let without = without.replace("/pooler-ca.pem", "/ca.pem");
    assert_eq!(card.forms[0].masked, without);
    assert_eq!(text(app, &of, FormId::Pooled).await, without);
    assert!(card.forms.iter().all(|form| form.id != FormId::Env));
    assert_eq!(
        code(connection_card::check(app, &of).await),
        ErrorCode::SecretMissing
    );
    let reported = psql_parameters(app, &of).await.unwrap();
    assert!(reported.password.is_none());
    let file = fixture.product.path().join("none.env");
    let preview = env_file::preview(app, args(of, &file)).await;
    assert_eq!(code(preview), ErrorCode::SecretMissing);

    // The reply of the create said it once, so that click can be followed all the same.
    let known = until(app, |all| {
        all.iter()
            .any(|it| it.state == ConnectionProbeState::Usable)
    })
    .await;
    assert_eq!(known[0].project_id, project.id);

    // A new password is in memory while it is shown: a string with it connects.
    let ConnectSource::Project {
        account_id,
        project_id,
        request,
    } = source(&fixture, &project, Some(true))
    else {
        panic!("it is a project's")
    };
    let reset = roles::reset_password(app, account, &project.id, &project.branch, &request.role);
    let reset = reset.await.unwrap();
    fixture.finished(&project.id).await;
    let id = reset.password.unwrap().id;
    let of = ConnectSource::NewPassword {
        id,
        account_id,
        project_id,
        request,
    };
    let card = connection_card::forms(app, &of).await.unwrap();
    assert_eq!(card.note, None);
    connection_card::check(app, &of).await.unwrap();
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_string_in_an_env_file_connects() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Env").await;
    let folder = fixture.product.path().join("code");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(".env");
    std::fs::write(&file, "PORT=3000\n").unwrap();

    let of = source(&fixture, &project, Some(false));
    let preview = env_file::preview(app, args(of, &folder)).await.unwrap();
    assert!(preview.writable && !preview.creates);
    let secret = password_of(&fixture.uri(&project.id, None).await);
    assert!(!format!("{preview:?}").contains(&secret));
    let receipt = env_file::write(app, &preview.id).await.unwrap();
    assert_eq!(receipt.variables, ["DATABASE_URL"]);
    let written = std::fs::read_to_string(&file).unwrap();
    let url = fixture.uri(&project.id, None).await;
    assert_eq!(written, format!("PORT=3000\n\nDATABASE_URL=\"{url}\"\n"));
    let client = fixture.open(&url).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    drop(client);
    env_file::undo(app, &receipt.undo_id).await.unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "PORT=3000\n");

    let of = source(&fixture, &project, Some(true));
    let preview = env_file::preview(app, args(of, &file)).await.unwrap();
    let receipt = env_file::write(app, &preview.id).await.unwrap();
    assert_eq!(receipt.variables, ["DATABASE_URL", "DATABASE_URL_DIRECT"]);
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(
        !written.contains("CLAIM") && !written.contains('#'),
        "{written}"
    );

    let log = activity::list(app, ActivityFilter::default(), None, 20)
        .await
        .unwrap();
    let notes: Vec<_> = log
        .items
        .iter()
        .filter(|it| it.action.ends_with("env file"))
        .map(|it| (it.action.as_str(), it.subject.as_str()))
        .collect();
    let label = "svcdb as svcdb_owner";
    let expected = [
        ("Write env file", label),
        ("Restore env file", label),
        ("Write env file", label),
    ];
    assert_eq!(notes, expected);
    let of_account = ActivityFilter {
        account_id: Some(account.to_owned()),
        ..ActivityFilter::default()
    };
    let log = activity::list(app, of_account, None, 20).await.unwrap();
    assert!(log.items.iter().any(|it| it.action == "Restore env file"));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_click_made_is_usable_once_a_connection_answered() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Usable").await;
    let known = until(app, |all| {
        all.iter()
            .all(|it| it.state == ConnectionProbeState::Usable)
    })
    .await;
    assert_eq!(known.len(), 1);
    assert_eq!(known[0].branch_id, project.branch);
    assert_eq!(
        known[0].compute_id.as_deref(),
        Some(project.compute.as_str())
    );
    assert!(known[0].milliseconds.unwrap() > 0);

    let begun = Instant::now();
    let create = CreateBranch {
        name: Some("feature".to_owned()),
        compute: usual_compute(),
        ..CreateBranch::default()
    };
    let mut events = app.events();
    let made = branches::create(app, account, &project.id, create)
        .await
        .unwrap();
    let first = &connection_probe::list(app)[0];
    assert_eq!(first.branch_id, made.branch.id, "the newest comes first");
    let known = until(app, |all| {
        let of = all
            .iter()
            .find(|it| it.branch_id == made.branch.id)
            .unwrap();
        of.state == ConnectionProbeState::Usable
    })
    .await;
    assert_eq!(known.len(), 2);
    let took = Duration::from_millis(known[0].milliseconds.unwrap().into());
    assert!(took <= begun.elapsed(), "{took:?}");
    let mut reported = 0;
    while let Ok(event) = events.try_recv() {
        reported += usize::from(matches!(event, Event::ConnectionProbeChanged { .. }));
    }
    assert!(
        reported >= 3,
        "waiting, connecting and usable are told: {reported}"
    );

    // A branch without a compute takes no connections, and nobody asks it.
    let create = CreateBranch {
        name: Some("bare".to_owned()),
        ..CreateBranch::default()
    };
    let bare = branches::create(app, account, &project.id, create)
        .await
        .unwrap();
    fixture.finished(&project.id).await;
    let all = connection_probe::list(app);
    assert!(all.iter().all(|it| it.branch_id != bare.branch.id));

    // One that was put to sleep is not said to be usable any more.
    let compute = made.computes[0].id.as_str();
    computes::suspend(app, account, &project.id, compute)
        .await
        .unwrap();
    let all = connection_probe::list(app);
    assert!(all.iter().all(|it| it.branch_id != made.branch.id));
    let ended = fixture.finished(&project.id).await.len();

    computes::start(app, account, &project.id, compute)
        .await
        .unwrap();
    until(app, |all| {
        all[0].compute_id.as_deref() == Some(compute)
            && all[0].state == ConnectionProbeState::Usable
    })
    .await;
    assert_eq!(fixture.finished(&project.id).await.len(), ended + 1);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_connects_after_a_restart() {
    let fixture = ManagementFixture::start().await;
    let project = fixture.project("Restarted").await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    until(app, |all| {
        all.iter()
            .all(|it| it.state == ConnectionProbeState::Usable)
    })
    .await;
    computes::suspend(app, account, &project.id, &project.compute)
        .await
        .unwrap();
    fixture.finished(&project.id).await;
    let started = computes::start(app, account, &project.id, &project.compute);
    let started = started.await.unwrap().operations[0].id.clone();
    let ManagementFixture { product, .. } = fixture;
    product.app.close().await;
    let before = passed(&product, &project).await;
    let folder = product.path().join("plinth");
    let vault: std::sync::Arc<dyn vault::Vault> = std::sync::Arc::new(vault::Memory::default());
    let again = open(&folder, &vault, &product.sandbox).await;
    let account = accounts::list(&again)[0].id.clone();
    let tracked = async || operations::tracked(&again).await.unwrap();
    until_that("it has ended", tracked, |all| {
        // It is among them once the store was read.
        let mut followed = all.iter().filter(|it| it.operation.id == started);
        followed.any(|it| it.ended_at.is_some())
    })
    .await;
    assert_eq!(connection_probe::list(&again), []);
    // What was clicked since has ended, too: by then somebody who connected would have been let in.
    computes::suspend(&again, &account, &project.id, &project.compute)
        .await
        .unwrap();
    assert!(product.sandbox.settled(PATIENCE).await);
    assert_eq!(
        passed(&product, &project).await,
        before,
        "somebody connected"
    );
    let compute = computes::get(&again, &account, &project.id, &project.compute).await;
    assert_eq!(compute.unwrap().state.as_deref(), Some("idle"));
    // Whoever connects is seen there.
    let of = ConnectSource::Project {
        account_id: account,
        project_id: project.id.clone(),
        request: request(None, None),
    };
    connection_card::check(&again, &of).await.unwrap();
    assert_ne!(passed(&product, &project).await, before);
    again.close().await;
    product.stop().await;
}

/// How many bytes came out of a project's server through its port, once nobody is connected.
async fn passed(product: &ProductFixture, project: &Project) -> u64 {
    let look = async || {
        let mut servers = product.sandbox.servers().into_iter();
        servers.find(|it| it.project_id == project.id).unwrap()
    };
    let left = until_that("nobody is connected", look, |it| it.connections == 0).await;
    left.transfer_bytes
}

fn args(source: ConnectSource, path: &std::path::Path) -> EnvArgs {
    EnvArgs {
        source,
        path: path.display().to_string(),
        key: "DATABASE_URL".to_owned(),
        prefix: "PUBLIC_".to_owned(),
        replace: Vec::new(),
    }
}

/// Waits until what is known of usability is like this.
async fn until(app: &App, is: impl Fn(&[ConnectionProbeView]) -> bool) -> Vec<ConnectionProbeView> {
    let look = async || connection_probe::list(app);
    until_that("it came to that", look, |known| is(known)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_without_a_compute_is_reported_by_what_is_missing() {
    let fixture = ManagementFixture::quiet().await;
    let project = fixture.project("Bare").await;
    let body = r#"{"branch":{"name":"bare"}}"#;
    let path = format!("/projects/{}/branches", project.id);
    let made = fixture.raw("POST", &path, body).await;
    let made = made.json();
    let branch = made["branch"]["id"].as_str().unwrap();
    fixture.settled().await;
    let compute = made["endpoints"][0]["id"].as_str().unwrap();
    let path = format!("/projects/{}/endpoints/{compute}", project.id);
    assert_eq!(fixture.raw("DELETE", &path, "").await.status, 200);
    fixture.settled().await;
    let of = ConnectSource::Project {
        account_id: fixture.account.clone(),
        project_id: project.id,
        request: request(Some(branch), None),
    };
    let error = connection_card::forms(fixture.app(), &of)
        .await
        .unwrap_err();
    assert_eq!(error.code(), ErrorCode::NotFound);
    assert_eq!(error.message(), "This branch has no compute");
    fixture.stop().await;
}
