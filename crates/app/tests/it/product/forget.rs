use app::view::{ErrorCode, Outcome, TemporaryState};
use app::{Event, activity, temporary};

use super::fault::Fault;
use super::world::{World, code, event};

#[tokio::test]
async fn a_forgotten_row_is_gone_with_its_secrets() {
    let world = World::new().await;
    let made = world.create().await;
    let mut events = world.app.events();
    temporary::forget(&world.app, &made.id).await.unwrap();
    event(&mut events, |event| {
        *event == Event::TemporaryForgotten(made.id.clone())
    })
    .await;
    assert_eq!(world.list().await, vec![]);
    assert!(!world.vault.holds(&made.id).await);
    assert_eq!(
        code(temporary::get(&world.app, &made.id).await),
        ErrorCode::NotFound
    );
    assert_eq!(
        code(temporary::forget(&world.app, &made.id).await),
        ErrorCode::NotFound
    );
    let log = activity::list(&world.app, app::view::ActivityFilter::default(), None, 10)
        .await
        .unwrap()
        .items;
    assert_eq!(
        (log[0].action.as_str(), log[0].outcome),
        ("Remove from list", Outcome::Done)
    );
    assert_eq!(log[0].temporary_id, None, "the row it was about is gone");
    assert_eq!(world.service.ids().len(), 1, "the database itself stays");
}

#[tokio::test]
async fn with_the_keychain_locked_the_secrets_go_later() {
    let mut world = World::new().await;
    let made = world.create().await;
    world.vault.fail(Some(vault::ErrorKind::Locked));
    temporary::forget(&world.app, &made.id).await.unwrap();
    assert_eq!(world.list().await, vec![]);
    assert!(world.vault.holds(&made.id).await);
    world.restart().await;
    world.vault.fail(None);
    app::retry_keychain(&world.app).await.unwrap();
    world.until_erased(&made.id).await;
}

#[tokio::test]
async fn a_failed_row_can_be_forgotten() {
    let world = World::new().await;
    world.service.state().faults.push_for(
        "POST",
        Fault::Reply(500, r#"{"message":"Failed to create the database."}"#),
    );
    drop(temporary::create(&world.app, world.options()).await);
    let row = world.list().await.remove(0);
    assert!(
        matches!(row.state, TemporaryState::Failed | TemporaryState::Unclear),
        "{row:?}"
    );
    temporary::forget(&world.app, &row.id).await.unwrap();
    assert_eq!(world.list().await, vec![]);
}
