//! A reply that is cut, at every byte in a thorough run: a database is never made twice, and never without the person seeing it.

use app::temporary;
use app::view::{ErrorCode, TemporaryOptions, TemporaryState};
use serde_json::json;
use testkit::http;

use crate::cuts::Cuts;
use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn a_create_whose_reply_is_cut_is_reported_and_never_sent_again() {
    let product =
        ProductFixture::of(false, |sandbox| sandbox.max_unclaimed = usize::MAX, |_| {}).await;
    let whole = http::post_json(
        &product.sandbox.instant_url,
        "/api/v1/database",
        r#"{"ref":"measure"}"#,
    )
    .await;
    let mut cuts = Cuts::of(&whole);
    let mut databases = 1;
    for cut in cuts.places.clone() {
        order_cut(&product, cut).await;
        let result = temporary::create(&product.app, TemporaryOptions::default()).await;
        databases += 1;
        assert_eq!(
            product.sandbox.servers().len(),
            databases,
            "cut at {cut}: sent more than once, or not at all"
        );
        match result {
            Ok(made) => {
                assert_eq!(made.state, TemporaryState::Unclaimed, "cut at {cut}");
                cuts.count(false);
            }
            Err(error) => {
                assert_eq!(
                    error.code(),
                    ErrorCode::MaybeCreated,
                    "cut at {cut}: {error}"
                );
                cuts.count(true);
            }
        }
        clear_faults(&product).await;
    }
    let rows = temporary::list(&product.app).await.unwrap().items;
    let unclear = rows
        .iter()
        .filter(|row| row.state == TemporaryState::Unclear)
        .count();
    assert_eq!(
        (rows.len(), unclear),
        (cuts.lost + cuts.arrived, cuts.lost),
        "a lost reply left no row that says so"
    );
    cuts.check();
    product.stop().await;
}

async fn order_cut(product: &ProductFixture, at: usize) {
    let fault =
        json!({ "route": "/api/v1/database", "method": "POST", "times": 1, "cut_at_byte": at });
    let reply = administer(product, "POST", &fault.to_string()).await;
    assert!((200..300).contains(&reply.status), "{}", reply.body);
}

async fn clear_faults(product: &ProductFixture) {
    let reply = administer(product, "DELETE", "").await;
    assert!((200..300).contains(&reply.status), "{}", reply.body);
}

async fn administer(product: &ProductFixture, method: &str, body: &str) -> http::Reply {
    let key = format!("Bearer {}", product.sandbox.admin_key);
    let headers = [
        ("Authorization", key.as_str()),
        ("Content-Type", "application/json"),
    ];
    http::send(
        &product.sandbox.instant_url,
        method,
        "/sandbox/faults",
        &headers,
        body,
    )
    .await
}
