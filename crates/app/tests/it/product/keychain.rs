use app::view::{ErrorCode, FormId, KeychainKind, KeychainStatus, TemporaryState};
use app::{connection_card, keychain, temporary};
use chrono::TimeDelta;
use vault::ErrorKind;

use super::core_fixture::{CoreFixture, PATIENCE, code, source_of};

#[tokio::test]
async fn without_a_keychain_that_works_nothing_is_made() {
    let cases = [
        (
            ErrorKind::Absent,
            ErrorCode::KeychainAbsent,
            KeychainStatus::Absent,
        ),
        (
            ErrorKind::Locked,
            ErrorCode::KeychainLocked,
            KeychainStatus::Locked,
        ),
        (
            ErrorKind::Denied,
            ErrorCode::KeychainDenied,
            KeychainStatus::Denied,
        ),
        (
            ErrorKind::TimedOut,
            ErrorCode::KeychainLocked,
            KeychainStatus::Failed,
        ),
    ];
    for (kind, expected, status) in cases {
        let core = CoreFixture::new().await;
        core.vault.fail(Some(kind));
        assert_eq!(
            code(temporary::create(&core.app, core.options()).await),
            expected
        );
        assert_eq!(core.service.request_count(), 0);
        assert_eq!(core.list().await, vec![]);
        let state = keychain::state(&core.app);
        assert_eq!((state.kind, state.status), (KeychainKind::Keychain, status));
        assert!(state.message.is_some() && state.hint.is_some());
    }
}

#[tokio::test]
async fn in_memory_it_works_until_the_app_ends() {
    let mut core = CoreFixture::new().await;
    core.vault.fail(Some(ErrorKind::Absent));
    let state = keychain::use_memory(&core.app).await.unwrap();
    assert_eq!(state.kind, KeychainKind::Memory);
    let made = core.create().await;
    assert!(made.secrets_missing.is_none());
    connection_card::reveal(&core.app, &source_of(&made.id), FormId::Pooled)
        .await
        .unwrap();
    assert!(!core.vault.holds(&made.id).await);

    core.restart().await;
    let row = core.get(&made.id).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert_eq!(row.secrets_missing.unwrap().code, ErrorCode::SecretMissing);
    assert!(row.endpoint.is_some(), "what is no secret is still known");
    assert_eq!(
        code(connection_card::forms(&core.app, &source_of(&made.id)).await),
        ErrorCode::SecretMissing
    );
}

#[tokio::test]
async fn secrets_in_memory_move_into_a_keychain_that_came() {
    let mut core = CoreFixture::new().await;
    core.vault.fail(Some(ErrorKind::Absent));
    keychain::use_memory(&core.app).await.unwrap();
    let made = core.create().await;
    core.vault.fail(None);
    let state = app::retry_keychain(&core.app).await.unwrap();
    assert_eq!(
        (state.kind, state.status),
        (KeychainKind::Keychain, KeychainStatus::Ready)
    );
    assert!(core.vault.holds(&made.id).await);
    core.restart().await;
    connection_card::reveal(&core.app, &source_of(&made.id), FormId::Pooled)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_vault_that_fails_after_the_create_loses_nothing() {
    let mut core = CoreFixture::new().await;
    core.vault.fail_behind_probe(Some(ErrorKind::Denied));
    let made = core.create().await;
    assert_eq!(made.state, TemporaryState::Unclaimed);
    assert_eq!(
        made.secrets_unsaved.unwrap().code,
        ErrorCode::KeychainDenied
    );
    let text = core.reveal(&made.id).await;

    core.vault.fail_behind_probe(None);
    // It is offered to the keychain again by itself.
    core.clock.advance(TimeDelta::seconds(31));
    core.until(&made.id, |row| row.secrets_unsaved.is_none())
        .await;
    core.restart().await;
    let again = core.reveal(&made.id).await;
    assert_eq!(again, text);
}

#[tokio::test]
async fn secrets_that_were_never_taken_are_reported_as_lost_after_the_end() {
    let mut core = CoreFixture::new().await;
    core.vault.fail_behind_probe(Some(ErrorKind::Failed));
    let made = core.create().await;
    core.restart().await;
    let row = core
        .until(&made.id, |row| row.secrets_missing.is_some())
        .await;
    assert_eq!(row.secrets_missing.unwrap().code, ErrorCode::KeychainDenied);
    core.vault.fail_behind_probe(None);
    app::retry_keychain(&core.app).await.unwrap();
    let is_lost = |error: &app::view::ErrorView| error.code == ErrorCode::SecretMissing;
    core.until(&made.id, |row| {
        row.secrets_missing.as_ref().is_some_and(is_lost)
    })
    .await;
}

#[tokio::test]
async fn an_older_entry_still_counts_after_the_keychain_refused_a_newer_one() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    let id = core.service.ids()[0].clone();
    let first = core.service.connection_string(&id);
    core.service.change(&id, |record| {
        record["connection_string"] = serde_json::json!(first.replace("npg_", "npg_new_"));
    });
    core.vault.fail_behind_probe(Some(ErrorKind::Denied));
    let row = temporary::refresh(&core.app, &made.id).await.unwrap();
    assert!(row.secrets_unsaved.is_some());
    core.vault.fail_behind_probe(None);
    core.restart().await;
    let text = core.reveal(&made.id).await;
    // Either the former one, or already the newer one that the watcher asked for.
    assert!(
        text == first || text.contains("npg_new_"),
        "the entry is still read"
    );
}

#[tokio::test]
async fn a_locked_keychain_hides_no_row() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    core.vault.fail(Some(ErrorKind::Locked));
    core.restart().await;
    let row = core
        .until(&made.id, |row| row.secrets_missing.is_some())
        .await;
    assert_eq!(row.secrets_missing.unwrap().code, ErrorCode::KeychainLocked);
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert_eq!(
        code(connection_card::forms(&core.app, &source_of(&made.id)).await),
        ErrorCode::KeychainLocked
    );
    core.vault.fail(None);
    app::retry_keychain(&core.app).await.unwrap();
    let row = core.get(&made.id).await;
    assert!(row.secrets_missing.is_none());
    connection_card::forms(&core.app, &source_of(&made.id))
        .await
        .unwrap();
}

#[tokio::test]
async fn the_list_asks_the_vault_for_nothing() {
    let core = CoreFixture::new().await;
    for _ in 0..5 {
        core.create().await;
    }
    let reads = core.vault.reads.load(std::sync::atomic::Ordering::Relaxed);
    for _ in 0..10 {
        assert_eq!(core.list().await.len(), 5);
    }
    assert_eq!(
        core.vault.reads.load(std::sync::atomic::Ordering::Relaxed),
        reads
    );
}

#[tokio::test]
async fn an_entry_that_is_gone_from_the_keychain_is_reported() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    vault::Vault::delete(
        core.vault.as_ref(),
        &vault::Entry::new("temporary", &made.id),
    )
    .await
    .unwrap();
    core.restart().await;
    assert_eq!(
        code(connection_card::forms(&core.app, &source_of(&made.id)).await),
        ErrorCode::SecretMissing
    );
    assert_eq!(
        core.get(&made.id).await.secrets_missing.unwrap().code,
        ErrorCode::SecretMissing
    );
}

#[tokio::test]
async fn a_keychain_that_was_unlocked_elsewhere_is_noticed() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    core.vault.fail(Some(ErrorKind::Locked));
    core.restart().await;
    core.until(&made.id, |row| row.secrets_missing.is_some())
        .await;
    core.vault.fail(None);
    core.clock.advance(TimeDelta::seconds(31));
    core.until(&made.id, |row| row.secrets_missing.is_none())
        .await;
    assert_eq!(keychain::state(&core.app).status, KeychainStatus::Ready);
}

#[tokio::test]
async fn a_poll_that_waits_for_the_keychain_never_stops_the_watching() {
    let core = CoreFixture::new().await;
    core.vault.fail_behind_probe(Some(ErrorKind::Denied));
    let made = core.create().await;
    assert!(made.secrets_unsaved.is_some());
    let mut probes = core.vault.probes.subscribe();
    let mut until_probed = async || {
        let before = *probes.borrow_and_update();
        core.clock.advance(TimeDelta::seconds(31));
        let probed = probes.wait_for(|probes| *probes > before);
        let probed = tokio::time::timeout(PATIENCE, probed).await;
        drop(probed.expect("the keychain was not asked again").unwrap());
    };
    until_probed().await;

    // The row is due before the keychain is: no round that is under way offers the row to it while the poll holds the row.
    let id = core.service.ids()[0].clone();
    let first = core.service.connection_string(&id);
    core.service.change(&id, |record| {
        record["connection_string"] = serde_json::json!(first.replace("npg_", "npg_new_"));
    });
    core.vault.hold("npg_new_");
    core.clock.advance(TimeDelta::milliseconds(29_500));
    core.vault.until_waiting().await;

    // The poll holds the row now, and the next round wants to offer the same row to the keychain again.
    core.vault.fail_behind_probe(None);
    until_probed().await;
    for _ in 0..100 {
        core.list().await;
    }
    core.vault.let_through();
    core.until(&made.id, |row| row.secrets_unsaved.is_none())
        .await;
    let text = core.reveal(&made.id).await;
    assert!(text.contains("npg_new_"));
}

#[tokio::test]
async fn one_entry_that_the_keychain_cannot_take_keeps_no_other_from_it() {
    let core = CoreFixture::new().await;
    core.vault.fail(Some(ErrorKind::Absent));
    keychain::use_memory(&core.app).await.unwrap();
    let older = core.create().await;
    core.clock.advance(TimeDelta::seconds(1));
    let newer = core.create().await;
    assert_eq!(core.list().await[0].id, newer.id);
    core.vault.refuse(&newer.id, ErrorKind::TooLarge);
    core.vault.fail(None);
    app::retry_keychain(&core.app).await.unwrap();
    assert!(core.vault.holds(&older.id).await);
    assert!(!core.vault.holds(&newer.id).await);
    assert!(core.get(&newer.id).await.secrets_unsaved.is_some());
    assert!(core.get(&older.id).await.secrets_unsaved.is_none());
}

#[tokio::test]
async fn newer_secrets_in_memory_replace_those_in_the_keychain_when_it_is_used_again() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    keychain::use_memory(&core.app).await.unwrap();
    let id = core.service.ids()[0].clone();
    let first = core.service.connection_string(&id);
    core.service.change(&id, |record| {
        record["connection_string"] = serde_json::json!(first.replace("npg_", "npg_new_"));
    });
    temporary::refresh(&core.app, &made.id).await.unwrap();
    app::retry_keychain(&core.app).await.unwrap();
    // The service says no string any more, so only the keychain can know it.
    core.service.claim(&id);
    core.restart().await;
    let text = core.reveal(&made.id).await;
    assert!(text.contains("npg_new_"));
}
