//! The end after 72 hours, by the platform's clock.

use std::time::Duration;

use app::temporary;
use app::view::{ExpiryWarning, FactView, TemporaryState};

use crate::world::World;

const HOUR: u64 = 3600;

#[tokio::test(flavor = "multi_thread")]
async fn an_unclaimed_database_is_gone_after_72_hours_with_its_data() {
    let world = World::start().await;
    let made = world.create().await;
    drop(world.connect(&made.id).await);
    world
        .sandbox
        .advance(Duration::from_secs(72 * HOUR - 60))
        .await
        .unwrap();
    let nearly = temporary::refresh(&world.app, &made.id).await.unwrap();
    assert_eq!(nearly.state, TemporaryState::Unclaimed);
    assert!(
        nearly.clock_offset_ms > 71.0 * 3_600_000.0,
        "the countdown does not follow the platform's clock"
    );

    world
        .sandbox
        .advance(Duration::from_secs(61))
        .await
        .unwrap();
    let over = temporary::refresh(&world.app, &made.id).await.unwrap();
    assert_eq!(over.state, TemporaryState::Expired);
    assert!(
        world.sandbox.servers().is_empty(),
        "its server is still there"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_warning_is_told_once() {
    let world = World::start().await;
    let made = world.create().await;
    let mut facts = world.app.facts();
    let mut told = Vec::new();
    for hours in [49, 19, 1, 0] {
        world
            .sandbox
            .advance(Duration::from_secs(hours * HOUR + 40 * 60))
            .await
            .unwrap();
        temporary::refresh(&world.app, &made.id).await.unwrap();
        temporary::refresh(&world.app, &made.id).await.unwrap();
        while let Ok(fact) = tokio::time::timeout(Duration::from_millis(700), facts.recv()).await {
            if let FactView::ExpiryNeared { warning, id, .. } = fact.unwrap().into() {
                assert_eq!(id, made.id);
                told.push(warning);
            }
        }
    }
    assert_eq!(
        told,
        [
            ExpiryWarning::Day,
            ExpiryWarning::FourHours,
            ExpiryWarning::HalfHour
        ]
    );
    world.stop().await;
}
