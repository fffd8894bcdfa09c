//! A reply that is cut at every byte: a database is never made twice, and never without the person being told.

use app::temporary;
use app::view::{ErrorCode, TemporaryOptions, TemporaryState};
use plinth_tests::http;
use serde_json::json;

use crate::world::World;

#[tokio::test(flavor = "multi_thread")]
async fn a_create_cut_at_every_byte_is_told_and_never_sent_again() {
    let world = World::of(false, |sandbox| sandbox.max_unclaimed = usize::MAX, |_| {}).await;
    let whole = http::post_json(
        &world.sandbox.instant_url,
        "/api/v1/database",
        r#"{"ref":"measure"}"#,
    )
    .await;
    let head: usize = whole
        .headers
        .iter()
        .map(|(name, value)| name.len() + value.len() + 4)
        .sum();
    let length = whole.body.len() + head + 64;
    let mut databases = 1;
    let (mut lost, mut arrived) = (0, 0);
    for cut in 0..length {
        order_cut(&world, cut).await;
        let result = temporary::create(&world.app, TemporaryOptions::default()).await;
        databases += 1;
        assert_eq!(
            world.sandbox.servers().len(),
            databases,
            "cut at {cut}: sent more than once, or not at all"
        );
        match result {
            Ok(made) => {
                assert_eq!(made.state, TemporaryState::Unclaimed, "cut at {cut}");
                arrived += 1;
            }
            Err(error) => {
                assert_eq!(
                    error.code(),
                    ErrorCode::MaybeCreated,
                    "cut at {cut}: {error}"
                );
                lost += 1;
            }
        }
        clear_faults(&world).await;
    }
    let shelf = temporary::list(&world.app).await.unwrap().items;
    let unclear = shelf
        .iter()
        .filter(|row| row.state == TemporaryState::Unclear)
        .count();
    assert_eq!(
        (shelf.len(), unclear),
        (lost + arrived, lost),
        "a lost reply left no row that says so"
    );
    assert!(
        lost > whole.body.len(),
        "the cuts did not reach into the body"
    );
    assert!(arrived > 0, "no cut lay behind the reply's last byte");
    world.stop().await;
}

async fn order_cut(world: &World, at: usize) {
    let fault =
        json!({ "route": "/api/v1/database", "method": "POST", "times": 1, "cut_at_byte": at });
    let reply = administer(world, "POST", &fault.to_string()).await;
    assert!((200..300).contains(&reply.status), "{}", reply.body);
}

async fn clear_faults(world: &World) {
    let reply = administer(world, "DELETE", "").await;
    assert!((200..300).contains(&reply.status), "{}", reply.body);
}

async fn administer(world: &World, method: &str, body: &str) -> http::Reply {
    let key = format!("Bearer {}", world.sandbox.admin_key);
    let headers = [
        ("Authorization", key.as_str()),
        ("Content-Type", "application/json"),
    ];
    http::send(
        &world.sandbox.instant_url,
        method,
        "/sandbox/faults",
        &headers,
        body,
    )
    .await
}
