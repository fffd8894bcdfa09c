//! Keys that nobody ever used are revoked at once, by a plan.

use std::time::Duration;

use sandbox::ClockMode;

use super::{PERSONAL, answers, names, sent};
use crate::accounts::{Key, Platform};
use crate::projects::{connected, until_count};

const DAY: Duration = Duration::from_secs(86_400);
const UNUSED: usize = 6;

#[tokio::test(flavor = "multi_thread")]
async fn keys_that_nobody_used_are_revoked_by_a_plan() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.clock = ClockMode::Manual;
    })
    .await;
    let mut old: Vec<Key> = Vec::new();
    for number in 1..=UNUSED {
        old.push(platform.key(&format!("forgotten {number}")).await);
    }
    let used = platform.key("printer").await;
    assert_eq!(answers(&platform, &used.token).await, 200);
    platform.running.advance(120 * DAY).await.unwrap();
    let young = platform.key("tomorrow's").await;
    let (mut desktop, window, _) = connected("key-bulk", &platform).await;
    window.sees("No projects yet").await;
    window.go("#/keys").await;
    window.sees("Never used").await;

    window.press("Revoke unused…").await;
    until_count(&window, "[data-testid=bulk-item]", UNUSED).await;
    window.sees("This can’t be undone").await;
    window.sees("Revoke 6 keys?").await;
    assert_eq!(sent(&platform, "DELETE"), 0, "the plan alone revoked one");
    window.fill("Type 6 to confirm", "5").await;
    window.key("\u{e007}").await;
    assert_eq!(sent(&platform, "DELETE"), 0);
    window.fill("Type 6 to confirm", "6").await;
    window.press("Revoke 6 keys").await;
    window.sees("6 keys revoked").await;
    assert_eq!(
        names(&platform, PERSONAL).await,
        ["laptop", "printer", "tomorrow's"]
    );
    assert_eq!(sent(&platform, "DELETE"), UNUSED, "each was asked for once");
    for key in &old {
        assert_eq!(answers(&platform, &key.token).await, 401);
    }
    for key in [&used, &young] {
        assert_eq!(answers(&platform, &key.token).await, 200);
    }
    window.press("Done").await;
    window.no_dialog().await;
    // Three, and the one that the platform began with.
    until_count(&window, "[data-testid=key-row]", 4).await;
    window.no_longer_sees("Never used").await;
    desktop.quit(window).await;
    platform.running.stop().await;
}
