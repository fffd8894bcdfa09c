use app::view::{ErrorCode, TemporaryState};
use app::{ExposeSecret, temporary};
use chrono::TimeDelta;
use serde_json::json;

use super::world::{World, code};

#[tokio::test]
async fn the_host_is_shown_before_the_first_open_only() {
    let mut world = World::new().await;
    let made = world.create().await;
    let host = world
        .service
        .url
        .strip_prefix("http://")
        .unwrap()
        .to_owned();
    let target = temporary::claim_target(&world.app, &made.id).await.unwrap();
    assert_eq!((target.host.as_str(), target.known), (host.as_str(), false));

    let link = temporary::claim_link(&world.app, &made.id, &host)
        .await
        .unwrap();
    let id = world.service.ids()[0].clone();
    assert_eq!(link.url.expose_secret(), world.service.claim_link(&id));
    let refused = temporary::claim_link(&world.app, &made.id, "neon.new").await;
    assert_eq!(code(refused), ErrorCode::LinkRefused);

    let target = temporary::claim_opened(&world.app, &made.id).await.unwrap();
    assert!(target.known);
    assert!(world.get(&made.id).await.watching_claim);
    world.restart().await;
    let target = temporary::claim_target(&world.app, &made.id).await.unwrap();
    assert!(target.known, "also after a restart");
}

#[tokio::test]
async fn a_link_that_leads_elsewhere_is_refused() {
    let world = World::new().await;
    let made = world.create().await;
    let id = world.service.ids()[0].clone();
    for link in [
        "http://example.com/claim/x",
        "javascript:alert(1)",
        "https://user@neon.new/claim/x",
        "file:///etc/passwd",
    ] {
        world
            .service
            .change(&id, |record| record["claim_url"] = json!(link));
        temporary::refresh(&world.app, &made.id).await.unwrap();
        assert_eq!(
            code(temporary::claim_target(&world.app, &made.id).await),
            ErrorCode::LinkRefused,
            "{link}"
        );
    }
}

#[tokio::test]
async fn a_claim_is_followed_every_two_seconds() {
    let world = World::new().await;
    let made = world.create().await;
    let id = world.service.ids()[0].clone();
    temporary::claim_opened(&world.app, &made.id).await.unwrap();
    world
        .service
        .change(&id, |record| record["status"] = json!("CLAIMING"));
    world.clock.advance(TimeDelta::seconds(2));
    world
        .until(&made.id, |row| row.state == TemporaryState::Claiming)
        .await;
    world.service.claim(&id);
    world.clock.advance(TimeDelta::seconds(2));
    let row = world
        .until(&made.id, |row| row.state == TemporaryState::Claimed)
        .await;
    assert!(!row.watching_claim);
    // Nothing is asked about a claimed one any more.
    let asked = || {
        let seen = world.service.lines();
        seen.iter().filter(|line| line.contains(&id)).count()
    };
    let before = asked();
    world.clock.advance(TimeDelta::hours(5));
    world.create().await;
    assert_eq!(asked(), before);
}
