//! The ways to sign in, with the platform's credentials and with one's own.

use serde_json::{Value, json};

use super::recording_proxy::RecordingProxy;
use super::{Made, open_page, project_with_auth};
use crate::accounts::{Platform, current};
use crate::harness::{Desktop, Keychain, Window, WindowOptions, secrets};
use crate::projects::{ACCOUNT, get};

/// What one's own app at a provider has.
const SECRET: &str = "Kq7-secret-of-the-client";

#[tokio::test(flavor = "multi_thread")]
async fn providers_are_added_changed_without_their_secret_and_deleted() {
    let platform = Platform::start(false).await;
    let made = project_with_auth(&platform).await;
    let line = RecordingProxy::before(&platform).await;
    secrets::note(SECRET);
    let mut desktop = Desktop::start(
        "auth-providers",
        Keychain::Unlocked,
        WindowOptions::default(),
    )
    .await;
    let window = desktop.open().await;
    let account = connect_over(&window, &platform, &line).await;
    open_page(&window, &account, &made, "providers").await;
    let added = || line.bodies("POST", "/auth/oauth_providers");

    window.press("Add provider…").await;
    window.press("Add Google").await;
    window.no_dialog().await;
    window.sees("Shared, not for production").await;
    window
        .sees("Google uses the platform’s shared credentials")
        .await;
    assert_eq!(added(), [json!({ "id": "google" })]);
    assert_eq!(providers(&platform, &made).await, ["google shared"]);

    // Half a pair is refused where it is typed, and nothing is sent.
    window.press("Add provider…").await;
    window.press("Own").await;
    window.fill("Client ID", "shop-client").await;
    window.press("Add GitHub").await;
    window.sees("Client ID and secret are both required").await;
    assert_eq!(added().len(), 1, "half a pair was sent");
    let typed = window.field("Client ID").await.prop("value").await.unwrap();
    assert_eq!(typed.as_deref(), Some("shop-client"));
    window.fill("Client secret", SECRET).await;
    window.press("Add GitHub").await;
    window.no_dialog().await;
    let own = json!({ "id": "github", "client_id": "shop-client", "client_secret": SECRET });
    assert_eq!(added()[1], own);
    let both = ["github standard", "google shared"];
    assert_eq!(providers(&platform, &made).await, both);

    // An empty secret is not sent: the one that is set stays.
    // The menu of a row comes with the pointer.
    window.press("GitHub").await;
    window.press("Actions for GitHub").await;
    window.press("Change credentials…").await;
    window.sees("Leave empty to keep it").await;
    window.press("Change credentials").await;
    window.sees("Enter at least one new value").await;
    window.fill("Client ID", "shop-client-two").await;
    window.press("Change credentials").await;
    window.no_dialog().await;
    assert_eq!(
        line.bodies("PATCH", "/auth/oauth_providers/github"),
        [json!({ "client_id": "shop-client-two" })]
    );

    window.press("Google").await;
    window.press("Actions for Google").await;
    window.press("Delete…").await;
    window.sees("Users can no longer sign in with Google").await;
    window.press("Delete Google").await;
    window.no_dialog().await;
    window.no_longer_sees("Shared, not for production").await;
    let path = "/auth/oauth_providers/google";
    assert_eq!(platform.count_requests("DELETE", path, 204), 1);
    assert_eq!(providers(&platform, &made).await, ["github standard"]);
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Connects an account over a line; its local id.
async fn connect_over(window: &Window, platform: &Platform, line: &RecordingProxy) -> String {
    let key = platform.key("laptop").await;
    window.press("Connect an account…").await;
    window.sees_dialog().await;
    window.press("Custom addresses").await;
    window.fill("Management API address", &line.base_url).await;
    window.fill("API key", &key.token).await;
    window.fill("Name optional", ACCOUNT).await;
    window.press("Connect account").await;
    window.no_dialog().await;
    window.sees("Shop").await;
    current(window).await["id"].as_str().unwrap().to_owned()
}

/// The providers with whose credentials they use, by the platform's own word.
async fn providers(platform: &Platform, made: &Made) -> Vec<String> {
    let path = format!("/projects/{}/auth/oauth_providers", made.id);
    let all = get(platform, &path).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut all: Vec<_> = all["providers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| format!("{} {}", text(&it["id"]), text(&it["type"])))
        .collect();
    all.sort();
    all
}
