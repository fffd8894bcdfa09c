use app::view::{ErrorCode, Outcome, TemporaryState};
use app::{Event, activity, temporary};

use super::core_fixture::{CoreFixture, code, event};
use super::fault::Fault;

#[tokio::test]
async fn a_forgotten_row_is_gone_with_its_secrets() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let mut events = core.app.events();
    temporary::forget(&core.app, &made.id).await.unwrap();
    event(&mut events, |event| {
        *event
            == Event::TemporaryForgotten {
                id: made.id.clone(),
            }
    })
    .await;
    assert_eq!(core.list().await, vec![]);
    assert!(!core.vault.holds(&made.id).await);
    assert_eq!(
        code(temporary::get(&core.app, &made.id).await),
        ErrorCode::NotFound
    );
    assert_eq!(
        code(temporary::forget(&core.app, &made.id).await),
        ErrorCode::NotFound
    );
    let log = activity::list(&core.app, app::view::ActivityFilter::default(), None, 10)
        .await
        .unwrap()
        .items;
    assert_eq!(
        (log[0].action.as_str(), log[0].outcome),
        ("Remove from list", Outcome::Done)
    );
    assert_eq!(log[0].temporary_id, None, "the row it was about is gone");
    assert_eq!(core.service.ids().len(), 1, "the database itself stays");
}

#[tokio::test]
async fn with_the_keychain_locked_the_secrets_go_later() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    core.vault.fail(Some(vault::ErrorKind::Locked));
    temporary::forget(&core.app, &made.id).await.unwrap();
    assert_eq!(core.list().await, vec![]);
    assert!(core.vault.holds(&made.id).await);
    core.restart().await;
    core.vault.fail(None);
    app::retry_keychain(&core.app).await.unwrap();
    core.until_erased(&made.id).await;
}

#[tokio::test]
async fn a_failed_row_can_be_forgotten() {
    let core = CoreFixture::new().await;
    core.service.state().faults.push_for(
        "POST",
        Fault::Reply(500, r#"{"message":"Failed to create the database."}"#),
    );
    drop(temporary::create(&core.app, core.options()).await);
    let row = core.list().await.remove(0);
    assert!(
        matches!(row.state, TemporaryState::Failed | TemporaryState::Unclear),
        "{row:?}"
    );
    temporary::forget(&core.app, &row.id).await.unwrap();
    assert_eq!(core.list().await, vec![]);
}
