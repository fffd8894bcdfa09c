//! Changes whose replies are lost, and what a crash leaves open.

use app::branches::CreateBranch;
use app::oauth_providers::AddOauthProvider;
use app::view::{AccountState, AccountView, ErrorCode, Outcome};
use app::{
    Checkpoint, Error, Event, ExposeSecret, accounts, activity, auth, branches, computes, keys,
    oauth_providers, projects,
};
use chrono::TimeDelta;

use super::core_fixture::{CoreFixture, code, event, files_in, local};
use super::fault::Fault;
use super::platform::{self, Platform};

/// A core whose account speaks to a platform of the test's own.
struct Scene {
    core: CoreFixture,
    platform: Platform,
    account: AccountView,
}

impl Scene {
    async fn new() -> Self {
        let core = CoreFixture::new().await;
        let platform = platform::start(core.clock.clone()).await;
        let account = connect(&core, &platform, "napi_secret").await;
        Self {
            core,
            platform,
            account,
        }
    }

    async fn branch(&self, name: Option<&str>) -> Result<app::view::CreatedBranchView, Error> {
        let wanted = CreateBranch {
            name: name.map(ToOwned::to_owned),
            parent_id: Some("br-main".to_owned()),
            ..CreateBranch::default()
        };
        branches::create(&self.core.app, &self.account.id, "p-1", wanted).await
    }

    async fn log(&self) -> Vec<(String, Outcome)> {
        let page = activity::list(
            &self.core.app,
            app::view::ActivityFilter::default(),
            None,
            100,
        )
        .await
        .unwrap();
        let changes = page.items.into_iter();
        changes
            .filter(|entry| entry.action != "Add account")
            .map(|entry| {
                (
                    format!("{}: {}", entry.action, entry.subject),
                    entry.outcome,
                )
            })
            .collect()
    }

    /// The next change ends there, and this run cannot take it up any more.
    fn crash_at(&self, checkpoint: Checkpoint) {
        self.platform.state().reachable = false;
        self.core.crash_at(checkpoint);
    }

    async fn restart(&mut self) {
        self.core.restart().await;
        self.platform.state().reachable = true;
        connect(&self.core, &self.platform, "napi_secret").await;
    }

    /// The published end of a change that was left open.
    async fn recovered(&self) -> (String, Outcome) {
        let mut events = self.core.app.events();
        match event(&mut events, |event| {
            matches!(event, Event::MutationRecovered { .. })
        })
        .await
        {
            Event::MutationRecovered {
                action, outcome, ..
            } => (action, outcome),
            other => panic!("{other:?}"),
        }
    }

    fn open_intents(&self) -> i64 {
        let store = rusqlite::Connection::open(self.core.folder.path().join("plinth.db")).unwrap();
        store
            .query_row("SELECT count(*) FROM intent", [], |row| row.get(0))
            .unwrap()
    }
}

async fn connect(core: &CoreFixture, platform: &Platform, key: &str) -> AccountView {
    let local = local(&platform.url, &core.service.url, key);
    accounts::set_local(&core.app, local).await.unwrap()
}

#[tokio::test]
async fn a_change_that_was_answered_leaves_nothing_open() {
    let scene = Scene::new().await;
    let made = scene.branch(Some("dev")).await.unwrap();
    assert_eq!(made.branch.name, "dev");
    assert_eq!(made.operations.len(), 1);
    assert_eq!(scene.open_intents(), 0);
    assert_eq!(
        scene.log().await,
        [("Create branch: p-1 / dev".to_owned(), Outcome::Done)]
    );
    let usage = accounts::budget(&scene.core.app, &scene.account.id)
        .await
        .unwrap();
    assert_eq!((usage.last_minute, usage.per_minute), (1, 700));
}

#[tokio::test]
async fn a_lost_reply_is_reconciled_by_reading() {
    let scene = Scene::new().await;
    scene.platform.state().faults.push(Fault::LostReply);
    let made = scene.branch(Some("dev")).await.unwrap();
    assert_eq!(made.branch.id, "br-quiet-sea-00000001");
    assert_eq!(scene.platform.count("POST"), 1);
    assert_eq!(scene.open_intents(), 0);
    assert_eq!(
        scene.log().await,
        [("Create branch: p-1 / dev".to_owned(), Outcome::Done)]
    );
}

#[tokio::test]
async fn a_key_that_is_refused_while_a_list_is_looked_through_pauses_its_account() {
    let scene = Scene::new().await;
    // The platform's clock is known from here on, so that the list is the first that is read.
    scene.branch(Some("first")).await.unwrap();
    scene.platform.state().faults.push(Fault::LostReply);
    scene.platform.state().key = "napi_another".to_owned();
    assert_eq!(
        code(scene.branch(Some("dev")).await),
        ErrorCode::MaybeCreated
    );
    let all = accounts::list(&scene.core.app);
    assert_eq!(all[0].state, AccountState::Unauthorized);
    let sent = scene.platform.request_count();
    assert_eq!(
        code(keys::list(&scene.core.app, &scene.account.id).await),
        ErrorCode::Unauthorized
    );
    assert_eq!(scene.platform.request_count(), sent);
}

#[tokio::test]
async fn a_secret_in_a_reply_with_something_odd_is_kept_and_the_log_says_so() {
    let scene = Scene::new().await;
    scene.platform.state().faults.push(Fault::OddTimes);
    let made = keys::create(&scene.core.app, &scene.account.id, "ci").await;
    let made = made.unwrap();
    assert_eq!(made.token.expose_secret(), "napi_made_just_now");
    assert_eq!((made.key.id.as_str(), made.key.created_at), ("1", None));
    scene.platform.state().faults.push(Fault::OddTimes);
    let mut events = scene.core.app.events();
    let branch = scene.branch(Some("dev")).await.unwrap().branch;
    assert_eq!(branch.id, "br-quiet-sea-00000001");
    // Whoever shows it reads it again.
    let account_id = scene.account.id.clone();
    let again = Event::ProjectChanged {
        account_id,
        project_id: "p-1".to_owned(),
    };
    event(&mut events, |event| *event == again).await;
    assert_eq!(scene.platform.count("POST"), 2);
    assert_eq!(scene.open_intents(), 0);
    let filter = app::view::ActivityFilter::default();
    let log = activity::list(&scene.core.app, filter, None, 100).await;
    let details: Vec<_> = log
        .unwrap()
        .items
        .into_iter()
        .filter_map(|entry| entry.detail)
        .filter(|detail| detail.contains("parts of the response"))
        .collect();
    assert_eq!(
        details,
        [
            "Couldn't read parts of the response, so they are looked up: branch.created_at",
            "Couldn't read parts of the response, so they are looked up: created_at",
        ]
    );
}

#[tokio::test]
async fn a_lost_request_is_reported_as_not_done_and_never_sent_again() {
    let scene = Scene::new().await;
    scene.platform.state().faults.push(Fault::LostRequest);
    assert_eq!(code(scene.branch(Some("dev")).await), ErrorCode::Platform);
    assert_eq!(
        (
            scene.platform.count("POST"),
            scene.platform.state().branches.len()
        ),
        (1, 0)
    );
    assert_eq!(scene.open_intents(), 0);
    assert_eq!(
        scene.log().await,
        [("Create branch: p-1 / dev".to_owned(), Outcome::Failed)]
    );
}

#[tokio::test]
async fn a_refusal_is_reported_as_it_is() {
    let scene = Scene::new().await;
    scene.platform.state().faults.push(Fault::Refused(422));
    assert_eq!(code(scene.branch(Some("dev")).await), ErrorCode::Platform);
    assert_eq!(
        (scene.platform.request_count(), scene.open_intents()),
        (1, 0)
    );
}

#[tokio::test]
async fn a_thing_that_was_there_before_is_not_taken_for_the_new_one() {
    let scene = Scene::new().await;
    scene.platform.state().offset = TimeDelta::hours(-3);
    scene.platform.state().add_branch("dev");
    scene.core.clock.advance(TimeDelta::minutes(5));
    scene.platform.state().faults.push(Fault::LostReply);
    assert_eq!(code(scene.branch(Some("dev")).await), ErrorCode::Platform);
    scene.platform.state().faults.push(Fault::LostReply);
    let other = scene.branch(Some("new")).await.unwrap();
    assert_eq!(other.branch.name, "new");
}

#[tokio::test]
async fn two_changes_of_one_kind_do_not_confuse_one_another() {
    let scene = Scene::new().await;
    for fault in [Fault::LostReply, Fault::LostReply, Fault::LostRequest] {
        scene.platform.state().faults.push(fault);
    }
    let create = || keys::create(&scene.core.app, &scene.account.id, "ci");
    let (first, second, third) = tokio::join!(create(), create(), create());
    let mut ends = [first, second, third].map(|end| {
        let error = end.unwrap_err();
        (
            error.code() == ErrorCode::SecretLost,
            error.subject().map(ToOwned::to_owned),
        )
    });
    ends.sort();
    let lost = |id: &str| (true, Some(id.to_owned()));
    assert_eq!(ends, [(false, None), lost("1"), lost("2")]);
    assert_eq!(scene.platform.count("POST"), 3);
}

#[tokio::test]
async fn a_create_waits_for_another_that_could_be_mistaken_for_it() {
    let scene = Scene::new().await;
    for _ in 0..2 {
        scene.platform.state().faults.push(Fault::LostReply);
    }
    // One that the platform names may be any new branch of the project, also the one that is asked for beside it.
    let (unnamed, named) = tokio::join!(scene.branch(None), scene.branch(Some("dev")));
    let made = [unnamed, named].map(|made| made.unwrap().branch.name);
    assert_eq!(made, ["made-up", "dev"]);
    assert_eq!(scene.platform.count("POST"), 2);
    let done = |name: &str| (format!("Create branch: p-1 / {name}"), Outcome::Done);
    let mut log = scene.log().await;
    log.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(log, [done("New branch"), done("dev")]);
}

#[tokio::test]
async fn an_order_is_known_by_its_own_operations() {
    let scene = Scene::new().await;
    let restart = || computes::restart(&scene.core.app, &scene.account.id, "p-1", "ep-1");
    restart().await.unwrap();
    scene.platform.state().faults.push(Fault::LostRequest);
    // The operations of the first are as new as any, and known.
    assert_eq!(code(restart().await), ErrorCode::Platform);
    scene.platform.state().faults.push(Fault::LostReply);
    assert_eq!(restart().await.unwrap().item.id, "ep-1");
}

#[tokio::test]
async fn a_key_whose_reply_was_lost_is_to_be_revoked() {
    let scene = Scene::new().await;
    let key = keys::create(&scene.core.app, &scene.account.id, "ok")
        .await
        .unwrap();
    assert_eq!(key.token.expose_secret(), "napi_made_just_now");
    scene.platform.state().faults.push(Fault::LostReply);
    let error = keys::create(&scene.core.app, &scene.account.id, "ci")
        .await
        .unwrap_err();
    assert_eq!(error.code(), ErrorCode::SecretLost);
    assert_eq!(error.subject(), Some("2"));
    assert_eq!(scene.platform.count("POST"), 2);
}

#[tokio::test]
async fn what_cannot_be_looked_up_is_unclear_and_says_what_to_do() {
    let scene = Scene::new().await;
    scene.platform.state().faults.push(Fault::LostReply);
    let lost = auth::create_keys(&scene.core.app, &scene.account.id, "p-1", None).await;
    let error = app::view::ErrorView::from(lost.unwrap_err());
    assert_eq!(error.code, ErrorCode::MaybeCreated);
    assert!(error.hint.unwrap().contains("Create SDK keys again"));
    assert_eq!(scene.platform.count("POST"), 1);
    assert_eq!(
        scene.log().await,
        [("Create SDK keys: p-1".to_owned(), Outcome::Unclear)]
    );
}

#[tokio::test]
async fn an_integration_whose_keys_were_lost_is_there() {
    let scene = Scene::new().await;
    scene.platform.state().faults.push(Fault::LostReply);
    let wanted = auth::EnableAuth {
        branch_id: "br-main".to_owned(),
        ..auth::EnableAuth::default()
    };
    let lost = auth::enable(&scene.core.app, &scene.account.id, "p-1", wanted).await;
    assert_eq!(code(lost), ErrorCode::SecretLost);
    let found = auth::integrations(&scene.core.app, &scene.account.id, "p-1")
        .await
        .unwrap();
    assert_eq!(found[0].database.as_deref(), Some("svcdb"));
}

#[tokio::test]
async fn a_crash_before_it_leaves_ends_as_not_done_after_the_start() {
    let mut scene = Scene::new().await;
    scene.crash_at(Checkpoint::MutationIntended);
    assert_eq!(code(scene.branch(Some("dev")).await), ErrorCode::Internal);
    assert_eq!(
        (scene.platform.request_count(), scene.open_intents()),
        (0, 1)
    );
    scene.restart().await;
    assert_eq!(
        scene.recovered().await,
        ("Create branch".to_owned(), Outcome::Failed)
    );
    assert_eq!((scene.platform.count("POST"), scene.open_intents()), (0, 0));
}

#[tokio::test]
async fn a_crash_after_the_reply_ends_as_done_after_the_start() {
    let mut scene = Scene::new().await;
    scene.crash_at(Checkpoint::MutationAnswered);
    assert_eq!(code(scene.branch(Some("dev")).await), ErrorCode::Internal);
    assert_eq!(
        (scene.platform.state().branches.len(), scene.open_intents()),
        (1, 1)
    );
    scene.restart().await;
    assert_eq!(
        scene.recovered().await,
        ("Create branch".to_owned(), Outcome::Done)
    );
    assert_eq!((scene.platform.count("POST"), scene.open_intents()), (1, 0));
    assert_eq!(
        scene.log().await,
        [("Create branch: p-1 / dev".to_owned(), Outcome::Done)]
    );
}

#[tokio::test]
async fn what_a_crash_left_open_is_seen_to_before_the_same_is_asked_again() {
    let mut scene = Scene::new().await;
    scene.crash_at(Checkpoint::MutationAnswered);
    let app = scene.core.app.clone();
    assert_eq!(
        code(keys::create(&app, &scene.account.id, "ci").await),
        ErrorCode::Internal
    );
    drop(app);
    scene.restart().await;
    scene.platform.state().faults.push(Fault::LostReply);
    let error = keys::create(&scene.core.app, &scene.account.id, "ci")
        .await
        .unwrap_err();
    // The first key is that of the crash.
    assert_eq!(error.subject(), Some("2"));
    assert_eq!(
        scene.recovered().await,
        ("Create API key".to_owned(), Outcome::Failed)
    );
}

#[tokio::test]
async fn a_platform_that_cannot_be_read_is_read_later() {
    let scene = Scene::new().await;
    scene.platform.state().reachable = false;
    scene.platform.state().faults.push(Fault::LostReply);
    assert_eq!(
        code(scene.branch(Some("dev")).await),
        ErrorCode::MaybeCreated
    );
    assert_eq!(scene.open_intents(), 1);
    scene.platform.state().reachable = true;
    // Anything that is answered says that it is back.
    keys::list(&scene.core.app, &scene.account.id)
        .await
        .unwrap();
    assert_eq!(
        scene.recovered().await,
        ("Create branch".to_owned(), Outcome::Done)
    );
    assert_eq!((scene.platform.count("POST"), scene.open_intents()), (1, 0));
}

#[tokio::test]
async fn what_is_left_open_holds_no_secret() {
    let scene = Scene::new().await;
    scene.platform.state().reachable = false;
    scene.platform.state().faults.push(Fault::LostReply);
    let wanted = AddOauthProvider {
        provider: "google".to_owned(),
        client_id: Some("client-of-mine".to_owned()),
        client_secret: Some("GOCSPX-never-kept".into()),
        microsoft_tenant_id: None,
    };
    let lost = oauth_providers::add(&scene.core.app, &scene.account.id, "p-1", wanted).await;
    assert_eq!(code(lost), ErrorCode::MaybeCreated);
    assert_eq!(scene.open_intents(), 1);
    for file in files_in(scene.core.folder.path()) {
        let bytes = std::fs::read(&file).unwrap();
        for secret in ["GOCSPX-never-kept", "napi_secret"] {
            let holds = bytes
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!holds, "{} holds a secret", file.display());
        }
    }
}

#[tokio::test]
async fn a_refused_key_marks_its_account_until_it_is_replaced() {
    let scene = Scene::new().await;
    let state = async || accounts::list(&scene.core.app)[0].state;
    keys::list(&scene.core.app, &scene.account.id)
        .await
        .unwrap();
    assert_eq!(state().await, AccountState::Ready);
    scene.platform.state().key = "napi_newer".to_owned();
    let mut events = scene.core.app.events();
    let refused = keys::list(&scene.core.app, &scene.account.id).await;
    assert_eq!(code(refused), ErrorCode::Unauthorized);
    assert_eq!(state().await, AccountState::Unauthorized);
    event(&mut events, |event| *event == Event::AccountsChanged).await;
    connect(&scene.core, &scene.platform, "napi_newer").await;
    assert_eq!(state().await, AccountState::Unauthorized);
    keys::list(&scene.core.app, &scene.account.id)
        .await
        .unwrap();
    assert_eq!(state().await, AccountState::Ready);
}

#[tokio::test]
async fn an_account_without_an_address_says_so() {
    let scene = Scene::new().await;
    accounts::clear_local(&scene.core.app);
    let projects = projects::get(&scene.core.app, &scene.account.id, "p-1").await;
    assert_eq!(code(projects), ErrorCode::SandboxStopped);
    let nobody = projects::get(&scene.core.app, "nobody", "p-1").await;
    assert_eq!(code(nobody), ErrorCode::Invalid);
    assert_eq!(scene.platform.request_count(), 0);
}
