use app::view::{ErrorCode, TemporaryState, TemporaryView};
use app::{Checkpoint, connection_card, temporary};
use chrono::TimeDelta;

use super::world::{World, source_of};

/// Creates, ends at the checkpoint, starts again and gives the row that is there then.
async fn create_and_crash(world: &mut World, checkpoint: Checkpoint) -> TemporaryView {
    world.crash_at(checkpoint);
    let (app, options) = (world.app.clone(), world.options());
    let result = tokio::spawn(async move { temporary::create(&app, options).await }).await;
    assert!(
        result.is_err() || result.unwrap().is_err(),
        "it should have ended at {checkpoint:?}"
    );
    world.restart().await;
    let rows = world.list().await;
    assert_eq!(rows.len(), 1, "{checkpoint:?}");
    world
        .until(&rows[0].id, |row| row.state != TemporaryState::Creating)
        .await
}

#[tokio::test]
async fn with_only_the_intent_it_may_have_been_made() {
    let mut world = World::new().await;
    let row = create_and_crash(&mut world, Checkpoint::CreateIntended).await;
    assert_eq!(row.state, TemporaryState::Unclear);
    assert_eq!(row.check_error.unwrap().code, ErrorCode::MaybeCreated);
    assert_eq!(
        world.service.count("POST"),
        0,
        "nothing is sent by a restart"
    );
}

#[tokio::test]
async fn with_a_reply_that_was_in_memory_it_may_have_been_made() {
    let mut world = World::new().await;
    let row = create_and_crash(&mut world, Checkpoint::CreateAnswered).await;
    assert_eq!(row.state, TemporaryState::Unclear);
    assert_eq!(world.service.count("POST"), 1, "nothing is sent again");
}

#[tokio::test]
async fn with_the_secrets_in_the_vault_it_is_whole_again() {
    let mut world = World::new().await;
    let row = create_and_crash(&mut world, Checkpoint::CreateKept).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert_eq!(row.project_id.as_deref(), Some("misty-meadow-00000001"));
    assert!(row.expires_at.is_some() && row.endpoint.is_some());
    let text = world.reveal(&row.id).await;
    assert_eq!(
        text,
        world.service.connection_string(&world.service.ids()[0])
    );
    assert_eq!(world.service.count("POST"), 1);
}

#[tokio::test]
async fn with_the_row_complete_nothing_is_left_to_do() {
    let mut world = World::new().await;
    let row = create_and_crash(&mut world, Checkpoint::CreateDone).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    connection_card::forms(&world.app, &source_of(&row.id))
        .await
        .unwrap();
}

#[tokio::test]
async fn an_unclear_row_stays_over_restarts_until_it_is_forgotten() {
    let mut world = World::new().await;
    let row = create_and_crash(&mut world, Checkpoint::CreateAnswered).await;
    world.restart().await;
    assert_eq!(world.get(&row.id).await.state, TemporaryState::Unclear);
    temporary::forget(&world.app, &row.id).await.unwrap();
    world.restart().await;
    assert_eq!(world.list().await, vec![]);
}

#[tokio::test]
async fn with_the_keychain_locked_the_intent_waits_for_it() {
    let mut world = World::new().await;
    world.crash_at(Checkpoint::CreateKept);
    let (app, options) = (world.app.clone(), world.options());
    drop(tokio::spawn(async move { temporary::create(&app, options).await }).await);
    world.vault.fail(Some(vault::ErrorKind::Locked));
    world.restart().await;
    let id = world.list().await[0].id.clone();
    let row = world
        .until(&id, |row| row.state == TemporaryState::Unclear)
        .await;
    assert_eq!(row.check_error.unwrap().code, ErrorCode::KeychainLocked);
    world.vault.fail(None);
    app::retry_keychain(&world.app).await.unwrap();
    let row = world
        .until(&id, |row| row.state == TemporaryState::Unclaimed)
        .await;
    assert!(row.check_error.is_none());
}

#[tokio::test]
async fn forgetting_leaves_no_secret_behind() {
    for checkpoint in [Checkpoint::ForgetIntended, Checkpoint::ForgetErased] {
        let mut world = World::new().await;
        let row = world.create().await;
        world.crash_at(checkpoint);
        let (app, id) = (world.app.clone(), row.id.clone());
        assert!(
            tokio::spawn(async move { temporary::forget(&app, &id).await })
                .await
                .is_err()
        );
        world.restart().await;
        assert_eq!(world.list().await, vec![], "{checkpoint:?}");
        world.until_erased(&row.id).await;
    }
}

/// A create whose reply came and whose row could not be written then.
async fn create_on_a_full_disk(world: &World) -> TemporaryView {
    world.refuse_row_changes(true);
    temporary::create(&world.app, world.options())
        .await
        .unwrap_err();
    let row = world.list().await.remove(0);
    assert_eq!(row.state, TemporaryState::Creating);
    world.refuse_row_changes(false);
    // The watcher runs again at the latest after its longest sleep.
    world.clock.advance(TimeDelta::minutes(11));
    let row = world
        .until(&row.id, |row| row.state != TemporaryState::Creating)
        .await;
    let text = world.reveal(&row.id).await;
    assert_eq!(
        text,
        world.service.connection_string(&world.service.ids()[0])
    );
    assert_eq!(world.service.count("POST"), 1, "nothing is sent again");
    row
}

#[tokio::test]
async fn a_reply_that_is_still_in_memory_completes_its_row() {
    let world = World::new().await;
    world.vault.fail(Some(vault::ErrorKind::Absent));
    app::keychain::use_memory(&world.app).await.unwrap();
    let row = create_on_a_full_disk(&world).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert!(row.check_error.is_none());
}

#[tokio::test]
async fn a_reply_that_the_keychain_did_not_take_completes_its_row() {
    let world = World::new().await;
    world
        .vault
        .fail_behind_probe(Some(vault::ErrorKind::Denied));
    let row = create_on_a_full_disk(&world).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert_eq!(row.secrets_unsaved.unwrap().code, ErrorCode::KeychainDenied);
    world.vault.fail(None);
    world.clock.advance(TimeDelta::minutes(11));
    world
        .until(&row.id, |row| row.secrets_unsaved.is_none())
        .await;
    assert!(world.vault.holds(&row.id).await);
}
