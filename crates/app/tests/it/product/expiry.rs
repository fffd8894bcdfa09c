use app::view::{ExpiryWarning, TemporaryState};
use app::{App, Event, temporary};
use chrono::TimeDelta;
use tokio::sync::broadcast::Receiver;

use super::core_fixture::{CoreFixture, event};

async fn next_warning(events: &mut Receiver<Event>) -> ExpiryWarning {
    match event(events, |event| matches!(event, Event::ExpiryNeared { .. })).await {
        Event::ExpiryNeared { warning, .. } => warning,
        other => panic!("{other:?}"),
    }
}

/// Refreshes all, which is a round of its own, and gives every warning that was published until then.
async fn warnings_so_far(app: &App, events: &mut Receiver<Event>) -> Vec<ExpiryWarning> {
    temporary::refresh_all(app).await.unwrap();
    let mut warnings = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let Event::ExpiryNeared { warning, .. } = event {
            warnings.push(warning);
        }
    }
    warnings
}

#[tokio::test]
async fn each_warning_is_published_once_also_over_restarts() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    let mut events = core.app.events();
    core.clock.advance(TimeDelta::hours(47));
    assert_eq!(warnings_so_far(&core.app, &mut events).await, vec![]);

    core.clock
        .advance(TimeDelta::hours(1) + TimeDelta::minutes(1));
    assert_eq!(next_warning(&mut events).await, ExpiryWarning::Day);
    core.clock.advance(TimeDelta::minutes(5));
    core.until(&made.id, |row| row.checked_at.is_some()).await;
    assert_eq!(warnings_so_far(&core.app, &mut events).await, vec![]);

    // While the app is closed, the next one comes due; it is published at the start, and not again at the one after.
    let clock = core.clock.clone();
    core.app.close().await;
    clock.advance(TimeDelta::hours(20));
    core.restart().await;
    let mut events = core.app.events();
    assert_eq!(next_warning(&mut events).await, ExpiryWarning::FourHours);
    core.restart().await;
    let mut events = core.app.events();
    core.clock
        .advance(TimeDelta::hours(3) + TimeDelta::minutes(30));
    assert_eq!(
        next_warning(&mut events).await,
        ExpiryWarning::HalfHour,
        "four hours is not told a second time"
    );

    core.service.remove(&core.service.ids()[0]);
    core.clock.advance(TimeDelta::hours(1));
    core.until(&made.id, |row| row.state == TemporaryState::Expired)
        .await;
    assert_eq!(warnings_so_far(&core.app, &mut events).await, vec![]);
}

#[tokio::test]
async fn one_that_is_first_seen_late_gets_the_strongest_only() {
    let mut core = CoreFixture::new().await;
    core.create().await;
    core.app.close().await;
    core.clock.advance(TimeDelta::hours(71));
    core.restart().await;
    let mut events = core.app.events();
    assert_eq!(next_warning(&mut events).await, ExpiryWarning::FourHours);
    assert_eq!(warnings_so_far(&core.app, &mut events).await, vec![]);
}

#[tokio::test]
async fn a_claimed_one_is_never_warned_about() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    core.service.claim(&core.service.ids()[0]);
    temporary::refresh(&core.app, &made.id).await.unwrap();
    let mut events = core.app.events();
    core.clock
        .advance(TimeDelta::hours(71) + TimeDelta::minutes(45));
    assert_eq!(warnings_so_far(&core.app, &mut events).await, vec![]);
    assert_eq!(core.get(&made.id).await.state, TemporaryState::Claimed);
}
