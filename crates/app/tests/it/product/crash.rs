use app::view::{ErrorCode, TemporaryState, TemporaryView};
use app::{Checkpoint, connection_card, temporary};
use chrono::TimeDelta;

use super::core_fixture::{CoreFixture, source_of};

/// Creates, ends at the checkpoint, starts again and gives the row that is there then.
async fn create_and_crash(core: &mut CoreFixture, checkpoint: Checkpoint) -> TemporaryView {
    core.crash_at(checkpoint);
    let (app, options) = (core.app.clone(), core.options());
    let result = tokio::spawn(async move { temporary::create(&app, options).await }).await;
    assert!(
        result.is_err() || result.unwrap().is_err(),
        "it should have ended at {checkpoint:?}"
    );
    core.restart().await;
    let rows = core.list().await;
    assert_eq!(rows.len(), 1, "{checkpoint:?}");
    core.until(&rows[0].id, |row| row.state != TemporaryState::Creating)
        .await
}

#[tokio::test]
async fn with_only_the_intent_it_may_have_been_made() {
    let mut core = CoreFixture::new().await;
    let row = create_and_crash(&mut core, Checkpoint::CreateIntended).await;
    assert_eq!(row.state, TemporaryState::Unclear);
    assert_eq!(row.check_error.unwrap().code, ErrorCode::MaybeCreated);
    assert_eq!(
        core.service.count("POST"),
        0,
        "nothing is sent by a restart"
    );
}

#[tokio::test]
async fn with_a_reply_that_was_in_memory_it_may_have_been_made() {
    let mut core = CoreFixture::new().await;
    let row = create_and_crash(&mut core, Checkpoint::CreateAnswered).await;
    assert_eq!(row.state, TemporaryState::Unclear);
    assert_eq!(core.service.count("POST"), 1, "nothing is sent again");
}

#[tokio::test]
async fn with_the_secrets_in_the_vault_it_is_whole_again() {
    let mut core = CoreFixture::new().await;
    let row = create_and_crash(&mut core, Checkpoint::CreateSecretsSaved).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert_eq!(row.project_id.as_deref(), Some("misty-meadow-00000001"));
    assert!(row.expires_at.is_some() && row.endpoint.is_some());
    let text = core.reveal(&row.id).await;
    assert_eq!(text, core.service.connection_string(&core.service.ids()[0]));
    assert_eq!(core.service.count("POST"), 1);
}

#[tokio::test]
async fn with_the_row_complete_nothing_is_left_to_do() {
    let mut core = CoreFixture::new().await;
    let row = create_and_crash(&mut core, Checkpoint::CreateDone).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    connection_card::forms(&core.app, &source_of(&row.id))
        .await
        .unwrap();
}

#[tokio::test]
async fn an_unclear_row_stays_over_restarts_until_it_is_forgotten() {
    let mut core = CoreFixture::new().await;
    let row = create_and_crash(&mut core, Checkpoint::CreateAnswered).await;
    core.restart().await;
    assert_eq!(core.get(&row.id).await.state, TemporaryState::Unclear);
    temporary::forget(&core.app, &row.id).await.unwrap();
    core.restart().await;
    assert_eq!(core.list().await, vec![]);
}

#[tokio::test]
async fn with_the_keychain_locked_the_intent_waits_for_it() {
    let mut core = CoreFixture::new().await;
    core.crash_at(Checkpoint::CreateSecretsSaved);
    let (app, options) = (core.app.clone(), core.options());
    drop(tokio::spawn(async move { temporary::create(&app, options).await }).await);
    core.vault.fail(Some(vault::ErrorKind::Locked));
    core.restart().await;
    let id = core.list().await[0].id.clone();
    let row = core
        .until(&id, |row| row.state == TemporaryState::Unclear)
        .await;
    assert_eq!(row.check_error.unwrap().code, ErrorCode::KeychainLocked);
    core.vault.fail(None);
    app::retry_keychain(&core.app).await.unwrap();
    let row = core
        .until(&id, |row| row.state == TemporaryState::Unclaimed)
        .await;
    assert!(row.check_error.is_none());
}

#[tokio::test]
async fn forgetting_leaves_no_secret_behind() {
    for checkpoint in [Checkpoint::ForgetIntended, Checkpoint::ForgetErased] {
        let mut core = CoreFixture::new().await;
        let row = core.create().await;
        core.crash_at(checkpoint);
        let (app, id) = (core.app.clone(), row.id.clone());
        assert!(
            tokio::spawn(async move { temporary::forget(&app, &id).await })
                .await
                .is_err()
        );
        core.restart().await;
        assert_eq!(core.list().await, vec![], "{checkpoint:?}");
        core.until_erased(&row.id).await;
    }
}

/// A create whose reply came and whose row could not be written then.
async fn create_on_a_full_disk(core: &CoreFixture) -> TemporaryView {
    core.refuse_row_changes(true);
    temporary::create(&core.app, core.options())
        .await
        .unwrap_err();
    let row = core.list().await.remove(0);
    assert_eq!(row.state, TemporaryState::Creating);
    core.refuse_row_changes(false);
    // The watcher runs again at the latest after its longest sleep.
    core.clock.advance(TimeDelta::minutes(11));
    let row = core
        .until(&row.id, |row| row.state != TemporaryState::Creating)
        .await;
    let text = core.reveal(&row.id).await;
    assert_eq!(text, core.service.connection_string(&core.service.ids()[0]));
    assert_eq!(core.service.count("POST"), 1, "nothing is sent again");
    row
}

#[tokio::test]
async fn a_reply_that_is_still_in_memory_completes_its_row() {
    let core = CoreFixture::new().await;
    core.vault.fail(Some(vault::ErrorKind::Absent));
    app::keychain::use_memory(&core.app).await.unwrap();
    let row = create_on_a_full_disk(&core).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert!(row.check_error.is_none());
}

#[tokio::test]
async fn a_reply_that_the_keychain_did_not_take_completes_its_row() {
    let core = CoreFixture::new().await;
    core.vault.fail_behind_probe(Some(vault::ErrorKind::Denied));
    let row = create_on_a_full_disk(&core).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert_eq!(row.secrets_unsaved.unwrap().code, ErrorCode::KeychainDenied);
    core.vault.fail(None);
    core.clock.advance(TimeDelta::minutes(11));
    core.until(&row.id, |row| row.secrets_unsaved.is_none())
        .await;
    assert!(core.vault.holds(&row.id).await);
}
