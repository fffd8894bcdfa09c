use app::view::{ErrorCode, TemporaryState};
use app::{ExposeSecret, temporary};
use chrono::TimeDelta;
use serde_json::json;

use super::core_fixture::{CoreFixture, code};

#[tokio::test]
async fn the_host_is_shown_before_the_first_open_only() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    let host = core.service.url.strip_prefix("http://").unwrap().to_owned();
    let target = temporary::claim_target(&core.app, &made.id).await.unwrap();
    assert_eq!((target.host.as_str(), target.known), (host.as_str(), false));

    let link = temporary::claim_link(&core.app, &made.id, &host)
        .await
        .unwrap();
    let id = core.service.ids()[0].clone();
    assert_eq!(link.url.expose_secret(), core.service.claim_link(&id));
    let refused = temporary::claim_link(&core.app, &made.id, "neon.new").await;
    assert_eq!(code(refused), ErrorCode::LinkRefused);

    let target = temporary::claim_opened(&core.app, &made.id).await.unwrap();
    assert!(target.known);
    assert!(core.get(&made.id).await.watching_claim);
    core.restart().await;
    let target = temporary::claim_target(&core.app, &made.id).await.unwrap();
    assert!(target.known, "also after a restart");
}

#[tokio::test]
async fn a_link_that_leads_elsewhere_is_refused() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let id = core.service.ids()[0].clone();
    for link in [
        "http://example.com/claim/x",
        "javascript:alert(1)",
        "https://user@neon.new/claim/x",
        "file:///etc/passwd",
    ] {
        core.service
            .change(&id, |record| record["claim_url"] = json!(link));
        temporary::refresh(&core.app, &made.id).await.unwrap();
        assert_eq!(
            code(temporary::claim_target(&core.app, &made.id).await),
            ErrorCode::LinkRefused,
            "{link}"
        );
    }
}

#[tokio::test]
async fn a_claim_is_followed_every_two_seconds() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let id = core.service.ids()[0].clone();
    temporary::claim_opened(&core.app, &made.id).await.unwrap();
    core.service
        .change(&id, |record| record["status"] = json!("CLAIMING"));
    core.clock.advance(TimeDelta::seconds(2));
    core.until(&made.id, |row| row.state == TemporaryState::Claiming)
        .await;
    core.service.claim(&id);
    core.clock.advance(TimeDelta::seconds(2));
    let row = core
        .until(&made.id, |row| row.state == TemporaryState::Claimed)
        .await;
    assert!(!row.watching_claim);
    // Nothing is asked about a claimed one any more.
    let sent = || {
        let seen = core.service.lines();
        seen.iter().filter(|line| line.contains(&id)).count()
    };
    let before = sent();
    core.clock.advance(TimeDelta::hours(5));
    core.create().await;
    assert_eq!(sent(), before);
}
