use app::view::{ExpiryWarning, TemporaryState};
use app::{App, Event, temporary};
use chrono::TimeDelta;
use tokio::sync::broadcast::Receiver;

use super::world::{World, event};

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
    let mut world = World::new().await;
    let made = world.create().await;
    let mut events = world.app.events();
    world.clock.advance(TimeDelta::hours(47));
    assert_eq!(warnings_so_far(&world.app, &mut events).await, vec![]);

    world
        .clock
        .advance(TimeDelta::hours(1) + TimeDelta::minutes(1));
    assert_eq!(next_warning(&mut events).await, ExpiryWarning::Day);
    world.clock.advance(TimeDelta::minutes(5));
    world.until(&made.id, |row| row.checked_at.is_some()).await;
    assert_eq!(warnings_so_far(&world.app, &mut events).await, vec![]);

    // While the app is closed, the next one comes due; it is published at the start, and not again at the one after.
    let clock = world.clock.clone();
    world.app.close().await;
    clock.advance(TimeDelta::hours(20));
    world.restart().await;
    let mut events = world.app.events();
    assert_eq!(next_warning(&mut events).await, ExpiryWarning::FourHours);
    world.restart().await;
    let mut events = world.app.events();
    world
        .clock
        .advance(TimeDelta::hours(3) + TimeDelta::minutes(30));
    assert_eq!(
        next_warning(&mut events).await,
        ExpiryWarning::HalfHour,
        "four hours is not told a second time"
    );

    world.service.remove(&world.service.ids()[0]);
    world.clock.advance(TimeDelta::hours(1));
    world
        .until(&made.id, |row| row.state == TemporaryState::Expired)
        .await;
    assert_eq!(warnings_so_far(&world.app, &mut events).await, vec![]);
}

#[tokio::test]
async fn one_that_is_first_seen_late_gets_the_strongest_only() {
    let mut world = World::new().await;
    world.create().await;
    world.app.close().await;
    world.clock.advance(TimeDelta::hours(71));
    world.restart().await;
    let mut events = world.app.events();
    assert_eq!(next_warning(&mut events).await, ExpiryWarning::FourHours);
    assert_eq!(warnings_so_far(&world.app, &mut events).await, vec![]);
}

#[tokio::test]
async fn a_claimed_one_is_never_warned_about() {
    let world = World::new().await;
    let made = world.create().await;
    world.service.claim(&world.service.ids()[0]);
    temporary::refresh(&world.app, &made.id).await.unwrap();
    let mut events = world.app.events();
    world
        .clock
        .advance(TimeDelta::hours(71) + TimeDelta::minutes(45));
    assert_eq!(warnings_so_far(&world.app, &mut events).await, vec![]);
    assert_eq!(world.get(&made.id).await.state, TemporaryState::Claimed);
}
