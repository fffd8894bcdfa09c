//! The end after 72 hours, by the platform's clock.

use std::time::Duration;

use app::view::{EventView, ExpiryWarning, TemporaryState};
use app::{Event, temporary};
use tokio::sync::broadcast::Receiver;

use crate::product::{PATIENCE, ProductFixture};

const HOUR: u64 = 3600;

#[tokio::test(flavor = "multi_thread")]
async fn an_unclaimed_database_is_gone_after_72_hours_with_its_data() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    drop(product.connect(&made.id).await);
    product
        .sandbox
        .advance(Duration::from_secs(72 * HOUR - 60))
        .await
        .unwrap();
    let nearly = temporary::refresh(&product.app, &made.id).await.unwrap();
    assert_eq!(nearly.state, TemporaryState::Unclaimed);
    assert!(
        nearly.clock_offset_ms > 71.0 * 3_600_000.0,
        "the countdown does not follow the platform's clock"
    );

    product
        .sandbox
        .advance(Duration::from_secs(61))
        .await
        .unwrap();
    let over = temporary::refresh(&product.app, &made.id).await.unwrap();
    assert_eq!(over.state, TemporaryState::Expired);
    assert!(
        product.sandbox.servers().is_empty(),
        "its server is still there"
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_warning_is_published_once() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let mut events = product.app.events();
    let mut reported = Vec::new();
    for (hours, due) in [(49, 1), (19, 2), (1, 2), (0, 3)] {
        let by = Duration::from_secs(hours * HOUR + 40 * 60);
        product.sandbox.advance(by).await.unwrap();
        temporary::refresh(&product.app, &made.id).await.unwrap();
        temporary::refresh(&product.app, &made.id).await.unwrap();
        while reported.len() < due {
            reported.push(next_warning(&mut events).await);
        }
    }
    // Whatever would be told once more of the first is told before the first warning of another one, a day later.
    let other = product.create().await;
    let by = Duration::from_secs(49 * HOUR);
    product.sandbox.advance(by).await.unwrap();
    temporary::refresh(&product.app, &other.id).await.unwrap();
    reported.push(next_warning(&mut events).await);
    let of = |id: &str, warning| (id.to_owned(), warning);
    assert_eq!(
        reported,
        [
            of(&made.id, ExpiryWarning::Day),
            of(&made.id, ExpiryWarning::FourHours),
            of(&made.id, ExpiryWarning::HalfHour),
            of(&other.id, ExpiryWarning::Day),
        ]
    );
    product.stop().await;
}

async fn next_warning(events: &mut Receiver<Event>) -> (String, ExpiryWarning) {
    let next = async {
        loop {
            if let EventView::ExpiryNeared { warning, id, .. } = events.recv().await.unwrap() {
                return (id, warning);
            }
        }
    };
    let waited = tokio::time::timeout(PATIENCE, next).await;
    waited.expect("a warning was never told")
}
