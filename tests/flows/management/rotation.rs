//! An account's key changed for a new one: of each kind, killed at each step, and with everything in its way that can be.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::accounts::{self, EditAccount};
use app::view::{ErrorCode, EventView, JobVerb, KeyKind, Outcome, RotationStep, RotationView};
use app::{App, Checkpoint, Checkpoints, LocalPlatform, activity, jobs, keys, projects, rotation};
use sandbox::Fault;
use secrecy::{ExposeSecret as _, SecretString};

use super::rotated_account::{NEW, OLD, RotatedAccount, stopped, until};
use crate::product::local;

const POINTS: [&str; 14] = [
    "RotationIntended",
    "MutationIntended",
    "MutationAnswered",
    "RotationMade",
    "RotationNewKeySaved",
    "RotationNoted",
    "RotationVerified",
    "RotationOldKeySaved",
    "RotationSwapSaved",
    "RotationRowWritten",
    "RotationSwapped",
    "RotationRevoked",
    "RotationProven",
    "RotationErased",
];

async fn rotate_key(rotated: &RotatedAccount, app: &App) -> RotationView {
    rotation::start(app, &rotated.account, rotated.request())
        .await
        .unwrap();
    stopped(app).await
}

async fn log(app: &App) -> Vec<(String, Outcome)> {
    let filter = app::view::ActivityFilter::default();
    let page = activity::list(app, filter, None, 100).await.unwrap();
    page.items
        .into_iter()
        .map(|it| (it.action, it.outcome))
        .collect()
}

fn lock(is_read_only: bool) -> EditAccount {
    EditAccount {
        is_read_only: Some(is_read_only),
        ..EditAccount::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_of_each_kind_is_changed_and_the_former_one_is_refused() {
    for kind in [KeyKind::Personal, KeyKind::Organization, KeyKind::Project] {
        let rotated = RotatedAccount::of(kind).await;
        let app = rotated.open().await;
        let mut events = app.events();
        let plan = rotation::plan(&app, &rotated.account).await.unwrap();
        assert_eq!((plan.problem, plan.kind), (None, Some(kind)), "{kind:?}");
        assert_eq!(
            plan.by_account_id.as_ref() == Some(&rotated.account),
            kind == KeyKind::Personal
        );
        let named: Vec<_> = plan
            .candidates
            .iter()
            .map(|it| it.key.id.as_str())
            .collect();
        assert!(
            named.contains(&rotated.old.key.id.as_str()),
            "{kind:?}: {named:?}"
        );
        let likeliest = &plan.candidates[0].key.name;
        assert!(
            plan.name.starts_with(&format!("{likeliest} (20")),
            "{}",
            plan.name
        );
        if kind != KeyKind::Personal {
            assert_eq!(named.len(), 1, "the only key of its kind");
            assert!(plan.candidates[0].used_by[0].is_sure);
        }
        let done = rotate_key(&rotated, &app).await;
        assert_eq!(
            (done.step, done.problem),
            (RotationStep::Done, None),
            "{kind:?}"
        );
        assert_eq!(
            (done.old_name.as_deref(), done.new_name.as_str()),
            (Some(OLD), NEW)
        );
        rotated.is_whole(&format!("{kind:?}")).await;
        projects::page(
            &app,
            &rotated.account,
            app::view::ProjectScope::Own,
            None,
            None,
        )
        .await
        .unwrap();
        // Its key is known for sure now.
        let again = rotation::plan(&app, &rotated.account).await.unwrap();
        assert_eq!(again.candidates.len(), 1);
        assert_eq!(again.candidates[0].key.name, NEW);
        let reported = log(&app).await;
        assert!(
            reported.contains(&("Rotate key".to_owned(), Outcome::Done)),
            "{reported:?}"
        );
        assert!(jobs::list(&app).is_empty());
        let mut seen = (false, false);
        while let Ok(event) = events.try_recv() {
            match event {
                EventView::RotationChanged { id } => seen.0 |= id == done.id,
                EventView::KeysChanged { account_id } => seen.1 |= account_id == rotated.account,
                _ => {}
            }
        }
        assert_eq!(seen, (true, true), "what shows it was told");
        rotation::dismiss(&app, &done.id).await.unwrap();
        assert!(rotation::list(&app).await.unwrap().is_empty());
        app.close().await;
        rotated.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_core_killed_at_any_step_goes_on_at_the_next_start() {
    for kind in [KeyKind::Personal, KeyKind::Organization] {
        for point in POINTS {
            let rotated = RotatedAccount::of(kind).await;
            let what = format!("{kind:?} killed at {point}");
            assert!(rotated.is_killed_at(point), "{what}: it was never reached");
            assert_eq!(
                rotated.status_of(&rotated.kept()).await,
                200,
                "{what}: no key that works"
            );
            rotated.ends_well(&what).await;
            rotated.stop().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_order_of_deaths_one_key_works_and_none_is_left_over() {
    // Each row is one life after the other; the numbers were drawn once.
    let lives = [
        [3, 1, 4],
        [0, 3, 3],
        [8, 8, 11],
        [3, 3, 7],
        [2, 6, 9],
        [4, 10, 12],
        [7, 8, 13],
        [1, 2, 5],
    ];
    for (number, points) in lives.into_iter().enumerate() {
        let kind = [KeyKind::Personal, KeyKind::Organization, KeyKind::Project][number % 3];
        let rotated = RotatedAccount::of(kind).await;
        let what = format!("{kind:?} killed at {:?}", points.map(|at| POINTS[at]));
        for at in points {
            // A point that is behind it already is not passed again.
            let is_killed = rotated.is_killed_at(POINTS[at]);
            assert_eq!(
                rotated.status_of(&rotated.kept()).await,
                200,
                "{what}: no key that works"
            );
            if !is_killed {
                break;
            }
        }
        rotated.ends_well(&what).await;
        rotated.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_whose_reply_was_cut_is_revoked_and_another_one_is_made() {
    let rotated = RotatedAccount::of(KeyKind::Personal).await;
    let app = rotated.open().await;
    rotated.fixture.order(Fault {
        method: Some("POST".to_owned()),
        times: Some(1),
        cut_at_byte: Some(40),
        ..Fault::on("/api/v2/api_keys")
    });
    let done = rotate_key(&rotated, &app).await;
    assert_eq!((done.step, done.problem), (RotationStep::Done, None));
    assert_eq!(
        rotated.fixture.request_count("POST", "/api_keys"),
        3,
        "the old, the lost, the new one"
    );
    rotated.is_whole("a reply cut").await;
    app.close().await;
    rotated.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_stops_where_nobody_answers_and_goes_on_by_a_click() {
    let rotated = RotatedAccount::of(KeyKind::Personal).await;
    let app = rotated.open().await;
    let away = |status| Fault {
        status: Some(status),
        after_commit: Some(false),
        ..Fault::on("/api/v2/api_keys/*")
    };
    rotated.fixture.order(away(500));
    let halted = rotate_key(&rotated, &app).await;
    assert_eq!(halted.step, RotationStep::Revoke);
    let problem = halted.problem.unwrap();
    assert!(problem.hint.is_some(), "{problem:?}");
    assert_eq!(rotated.status_of(&rotated.kept()).await, 200);
    assert_eq!(
        rotated.status_of(rotated.old.token.expose_secret()).await,
        200
    );
    // Past the swap there is no way back, but one forward.
    let undone = rotation::undo(&app, &halted.id).await.unwrap_err();
    assert_eq!(undone.code(), ErrorCode::Invalid);
    let dismissed = rotation::dismiss(&app, &halted.id).await.unwrap_err();
    assert_eq!(dismissed.code(), ErrorCode::Invalid);
    let second = rotation::start(&app, &rotated.account, rotated.request())
        .await
        .unwrap_err();
    assert_eq!(
        (second.code(), second.subject()),
        (ErrorCode::Exists, Some(&*halted.id))
    );
    rotated.fixture.product.sandbox.clear_faults();
    rotation::resume(&app, &halted.id).await.unwrap();
    let done = stopped(&app).await;
    assert_eq!((done.step, done.problem), (RotationStep::Done, None));
    rotated.is_whole("gone on").await;
    app.close().await;
    rotated.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_stopped_before_the_swap_is_given_up_without_a_trace() {
    let rotated = RotatedAccount::of(KeyKind::Organization).await;
    let app = rotated.open().await;
    let before = rotated.keys().await;
    // The new key is made, and asking with it whose it is fails.
    rotated.fixture.order(Fault {
        status: Some(500),
        ..Fault::on("/api/v2/organizations/*")
    });
    let halted = rotate_key(&rotated, &app).await;
    assert_eq!(halted.step, RotationStep::Verify, "{halted:?}");
    assert_eq!(rotated.keys().await.len(), before.len() + 1);
    rotated.fixture.product.sandbox.clear_faults();
    rotation::undo(&app, &halted.id).await.unwrap();
    let undone = stopped(&app).await;
    assert_eq!((undone.step, undone.problem), (RotationStep::Undone, None));
    assert_eq!(rotated.keys().await, before);
    assert_eq!(rotated.kept(), rotated.old.token.expose_secret());
    assert!(rotated.entries().iter().all(|it| !it.contains("rotation")));
    projects::page(
        &app,
        &rotated.account,
        app::view::ProjectScope::Own,
        None,
        None,
    )
    .await
    .unwrap();
    rotation::dismiss(&app, &undone.id).await.unwrap();
    app.close().await;
    rotated.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_new_key_revoked_meanwhile_is_made_once_more() {
    let rotated = RotatedAccount::of(KeyKind::Personal).await;
    assert!(rotated.is_killed_at("RotationNoted"));
    let (made, _) = rotated
        .keys()
        .await
        .into_iter()
        .find(|(_, name)| name == NEW)
        .unwrap();
    keys::revoke(rotated.fixture.app(), &rotated.fixture.account, &made)
        .await
        .unwrap();
    rotated.ends_well("revoked before it was tried").await;
    rotated.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_former_key_revoked_meanwhile_is_as_good() {
    let rotated = RotatedAccount::of(KeyKind::Organization).await;
    assert!(rotated.is_killed_at("RotationSwapped"));
    let (app, account) = (rotated.fixture.app(), &rotated.fixture.account);
    keys::revoke_of_organization(app, account, &rotated.organization, &rotated.old.key.id)
        .await
        .unwrap();
    rotated.ends_well("revoked by somebody else").await;
    rotated.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_key_that_was_revoked_in_its_place_is_said() {
    let rotated = RotatedAccount::of(KeyKind::Personal).await;
    let (owner, local) = (rotated.fixture.app(), &rotated.fixture.account);
    // Another key of the same person that was used as lately.
    let other = keys::create(owner, local, "elsewhere").await.unwrap();
    assert_eq!(rotated.status_of(other.token.expose_secret()).await, 200);
    let app = rotated.open().await;
    let plan = rotation::plan(&app, &rotated.account).await.unwrap();
    assert!(plan.candidates.len() > 1, "{:?}", plan.candidates);
    assert!(
        plan.candidates
            .iter()
            .all(|it| it.used_by.iter().all(|by| !by.is_sure))
    );
    let request = rotation::RotateKey {
        old_key_id: other.key.id.clone(),
        name: NEW.to_owned(),
    };
    rotation::start(&app, &rotated.account, request)
        .await
        .unwrap();
    let halted = stopped(&app).await;
    assert_eq!(halted.step, RotationStep::Revoke);
    let problem = halted.problem.unwrap();
    let said = problem
        .message
        .strip_prefix("The old key still works ")
        .unwrap_or_else(|| panic!("{problem:?}"));
    let (seconds, _) = said.split_once(" s after").unwrap();
    assert!(seconds.parse::<u64>().unwrap() >= 30, "{problem:?}");
    assert!(
        problem.message.contains("elsewhere") && problem.hint.is_some(),
        "{problem:?}"
    );
    assert_eq!(rotated.status_of(&rotated.kept()).await, 200);
    // Once the right one is revoked, it ends well.
    keys::revoke(&app, &rotated.account, &rotated.old.key.id)
        .await
        .unwrap();
    rotation::resume(&app, &halted.id).await.unwrap();
    let done = stopped(&app).await;
    assert_eq!((done.step, done.problem), (RotationStep::Done, None));
    rotated.is_whole("the right one at last").await;
    app.close().await;
    rotated.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_the_way_is_said_before_anything_is_made() {
    let rotated = RotatedAccount::of(KeyKind::Organization).await;
    let app = rotated.open().await;
    let before = rotated.keys().await;
    let problem = async || {
        let plan = rotation::plan(&app, &rotated.account).await.unwrap();
        let refused = rotation::start(&app, &rotated.account, rotated.request()).await;
        let (problem, refused) = (plan.problem.unwrap(), refused.unwrap_err());
        assert_eq!(problem.message, refused.message());
        assert!(problem.hint.is_some(), "{problem:?}");
        problem
    };
    accounts::edit(&app, &rotated.account, lock(true))
        .await
        .unwrap();
    assert_eq!(problem().await.code, ErrorCode::ReadOnly);
    accounts::edit(&app, &rotated.account, lock(false))
        .await
        .unwrap();
    // The one that would make the key may not change anything either.
    let maker = accounts::list(&app);
    let maker = maker
        .into_iter()
        .find(|it| it.id != rotated.account)
        .unwrap();
    accounts::edit(&app, &maker.id, lock(true)).await.unwrap();
    let locked = problem().await;
    assert_eq!(
        (locked.code, locked.about),
        (ErrorCode::ReadOnly, Some(maker.id.clone()))
    );
    accounts::edit(&app, &maker.id, lock(false)).await.unwrap();
    // What comes with its platform has no key of its own.
    let own = rotation::plan(&app, &maker.id).await.unwrap();
    assert_eq!(own.problem.unwrap().code, ErrorCode::Invalid);
    for (id, name) in [("999999", NEW), ("", NEW), (&*rotated.old.key.id, "")] {
        let request = rotation::RotateKey {
            old_key_id: id.to_owned(),
            name: name.to_owned(),
        };
        let refused = rotation::start(&app, &rotated.account, request)
            .await
            .unwrap_err();
        assert_eq!(refused.code(), ErrorCode::Invalid, "{id} {name}");
    }
    let request = rotation::RotateKey {
        name: "x".repeat(256),
        ..rotated.request()
    };
    let long = rotation::start(&app, &rotated.account, request)
        .await
        .unwrap_err();
    assert_eq!(long.code(), ErrorCode::Invalid);
    // Without an administrator's key.
    let elsewhere = LocalPlatform {
        key: SecretString::from("napi_nobody"),
        ..local(&rotated.fixture.product.sandbox)
    };
    accounts::set_local(&app, elsewhere).await.unwrap();
    let refused = rotation::plan(&app, &rotated.account).await;
    assert_eq!(refused.unwrap_err().code(), ErrorCode::Unauthorized);
    // Which is refused now, and so no account that could do it.
    let missing = problem().await;
    assert!(
        missing.hint.unwrap().contains("an administrator of"),
        "{}",
        missing.message
    );
    keys::revoke_of_organization(
        rotated.fixture.app(),
        &rotated.fixture.account,
        &rotated.organization,
        &rotated.old.key.id,
    )
    .await
    .unwrap();
    projects::page(
        &app,
        &rotated.account,
        app::view::ProjectScope::Own,
        None,
        None,
    )
    .await
    .unwrap_err();
    assert_eq!(problem().await.code, ErrorCode::Unauthorized);
    assert_eq!(
        rotated.keys().await.len() + 1,
        before.len(),
        "nothing was made"
    );
    assert!(rotation::list(&app).await.unwrap().is_empty());
    app.close().await;
    rotated.stop().await;
}

/// Holds the work at a checkpoint until it is let go.
#[derive(Debug)]
struct Gate(Checkpoint, Mutex<std::sync::mpsc::Receiver<()>>);

impl Checkpoints for Gate {
    fn passed(&self, checkpoint: Checkpoint) {
        if checkpoint == self.0 {
            let gate = self.1.lock().unwrap();
            gate.recv_timeout(Duration::from_secs(40)).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn asked_for_twice_it_is_begun_once() {
    let rotated = RotatedAccount::of(KeyKind::Personal).await;
    let (open, gate) = std::sync::mpsc::channel();
    let gate = Gate(Checkpoint::RotationVerified, Mutex::new(gate));
    let app = rotated.open_with(Arc::new(gate)).await;
    let (first, second) = tokio::join!(
        rotation::start(&app, &rotated.account, rotated.request()),
        rotation::start(&app, &rotated.account, rotated.request())
    );
    assert_eq!(first.unwrap().id, second.unwrap().id);
    let running = until(&app, |it| it.step == RotationStep::Swap).await;
    assert!(running.is_running && running.problem.is_none());
    let jobs = jobs::list(&app);
    assert_eq!(
        jobs.iter()
            .filter(|it| it.verb == JobVerb::RotateKey)
            .count(),
        1
    );
    let undone = rotation::undo(&app, &running.id).await.unwrap_err();
    assert_eq!(undone.code(), ErrorCode::Invalid, "it goes on");
    open.send(()).unwrap();
    let done = stopped(&app).await;
    assert_eq!((done.step, done.problem), (RotationStep::Done, None));
    rotated.is_whole("twice").await;
    app.close().await;
    rotated.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_removed_takes_its_rotation_along() {
    let rotated = RotatedAccount::of(KeyKind::Personal).await;
    assert!(rotated.is_killed_at("RotationOldKeySaved"));
    // Nobody answers, so that it does not go on by itself.
    rotated.fixture.order(Fault {
        status: Some(500),
        ..Fault::on("/api/v2/**")
    });
    let app = rotated.open().await;
    app::remove_account(&app, &rotated.account).await.unwrap();
    assert!(rotation::list(&app).await.unwrap().is_empty());
    assert!(rotated.entries().is_empty(), "{:?}", rotated.entries());
    app.close().await;
    rotated.stop().await;
}
