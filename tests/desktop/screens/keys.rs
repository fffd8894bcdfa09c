//! API keys and the dialogs about them, on a platform of the test's own whose clock was moved, so that some are old.

use std::time::Duration;

use sandbox::{ClockMode, Fault};
use serde_json::{Value, json};

use super::account_screens::AccountScreens;
use super::checks::{ScreenChecks, States, choose, escape};
use super::sight::TIME_TO_LOOK_MS;
use crate::accounts::{Platform, connect};
use crate::harness::{Desktop, Keychain, WindowOptions};
use crate::keys::{choose_present, key_of_organization, organization};

/// In the order of the walk.
pub const TABLE: &[States] = &[
    (
        "keys",
        &[
            "filled",
            "nothing",
            "ticked",
            "rotation",
            "empty",
            "organization",
            "readOnly",
            "ofOrganization",
            "stale",
            "failed",
        ],
    ),
    ("planBulk", &["keys"]),
    ("bulk", &["keys"]),
    ("createKey", &["filled", "refused", "project", "made"]),
    ("saveKey", &["filled"]),
    ("lostKey", &["lost"]),
    ("revokeKey", &["filled", "used"]),
    ("rotateKey", &["filled", "blocked"]),
    ("rotation", &["stopped", "running", "done"]),
    ("project", &["keys", "keysEmpty"]),
];

const DAY: Duration = Duration::from_secs(86_400);
const LONG: &str = "Nightly export of the accounting archive, 2019 to 2026";

pub async fn walk(checks: &ScreenChecks) {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.clock = ClockMode::Manual;
    })
    .await;
    let key = keys_of_all_ages(&platform).await;
    let look = WindowOptions::default();
    let mut desktop = Desktop::start("screens-keys", Keychain::Unlocked, look).await;
    let window = &desktop.open().await;
    connect(window, &platform, "Northern shop", &key).await;
    let screens = AccountScreens::new(checks, &desktop, window, &platform).await;
    list(&screens).await;
    many(&screens).await;
    new_key(&screens).await;
    end_of_a_key(&screens).await;
    another_key(&screens).await;
    of_an_organization(screens).await;
    desktop.holds_no_secret(window).await;
    platform.running.stop().await;
}

/// Some were never used and are old; the token of the account's own is given.
async fn keys_of_all_ages(platform: &Platform) -> String {
    for name in ["old build server", LONG, "demo"] {
        platform.key(name).await;
    }
    platform.running.advance(70 * DAY).await.unwrap();
    let printer = platform.key("printer").await;
    let used = platform.send_with(&printer.token, "GET", "/auth", Value::Null);
    assert_eq!(used.await.status, 200);
    platform.running.advance(50 * DAY).await.unwrap();
    platform.key("preview deployments").await;
    let of_account = platform.key("laptop").await.token;
    // The key that made these would be taken for the account's if both were last used at the same time.
    platform.running.advance(DAY).await.unwrap();
    of_account
}

async fn list(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.sees("No projects yet").await;
    window.go("#/keys").await;
    window.sees("Never used").await;
    screens.inspect("keys-filled").await;
    window.fill("Filter keys", "nothing like it").await;
    window.sees("No matches for").await;
    screens.inspect("keys-nothing").await;
    window.fill("Filter keys", "").await;
}

/// Two at once, of which the platform refuses one.
async fn many(screens: &AccountScreens<'_>) {
    let window = screens.window;
    tick(screens, "demo").await;
    tick(screens, "old build server").await;
    window.sees("2 selected").await;
    screens.inspect("keys-ticked").await;
    window.press("Revoke 2 keys…").await;
    window.sees("This can’t be undone").await;
    screens.inspect("planBulk-keys").await;
    refuse_once(screens, "DELETE");
    window.fill("Type 2 to confirm", "2").await;
    window.press("Revoke 2 keys").await;
    window.sees("1 of 2 keys revoked").await;
    screens.inspect("bulk-keys").await;
    window.press("Done").await;
    window.no_dialog().await;
}

async fn new_key(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.press("New API key…").await;
    window.sees_dialog().await;
    screens.inspect("createKey-filled").await;
    window.fill("Name", &"n".repeat(256)).await;
    window.press("Create key").await;
    window.sees("The name has 256 characters").await;
    screens.inspect("createKey-refused").await;
    window.press("One project").await;
    window.fill("Name", "preview deployments of the shop").await;
    window.sees("This organization has no projects yet.").await;
    screens.inspect("createKey-project").await;
    escape(window).await;

    crate::keys::create(window, "build server").await;
    // For two seconds the button says that it was copied.
    window.no_longer_sees("Copied").await;
    screens.inspect("createKey-made").await;
    window.press("Save as account…").await;
    window.sees("Save build server as an account").await;
    screens.inspect("saveKey-filled").await;
    window.press("Cancel").await;
    window.text_of("secret-notice").await;
    crate::keys::dismiss_secret(window).await;
}

async fn end_of_a_key(screens: &AccountScreens<'_>) {
    let window = screens.window;
    let lost = Fault {
        method: Some("POST".to_owned()),
        times: Some(1),
        garbage: true,
        ..Fault::on("/api/v2/api_keys")
    };
    screens.platform.running.inject_fault(lost).unwrap();
    window.press("New API key…").await;
    window.fill("Name", "mail gateway").await;
    window.press("Create key").await;
    window.sees("The token was lost").await;
    screens.inspect("lostKey-lost").await;
    window.press("Keep key").await;
    window.no_dialog().await;

    for (name, state) in [
        ("printer", "revokeKey-filled"),
        ("laptop", "revokeKey-used"),
    ] {
        window.press(name).await;
        window.press(&format!("Actions for {name}")).await;
        window.press("Revoke…").await;
        window.sees("This can’t be undone").await;
        screens.inspect(state).await;
        escape(window).await;
    }
}

/// A rotation that the platform refuses, and that goes on then.
async fn another_key(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.press("laptop").await;
    window.press("Actions for laptop").await;
    window.press("Rotate key…").await;
    choose_present(window, "laptop").await;
    screens.inspect("rotateKey-filled").await;
    refuse_once(screens, "POST");
    window.press("Rotate key").await;
    window
        .sees("The key rotation of Northern shop stopped")
        .await;
    screens.inspect("rotation-stopped").await;
    window.press("Close").await;
    window.no_dialog().await;
    screens.inspect("keys-rotation").await;

    let slow = Fault {
        method: Some("POST".to_owned()),
        times: Some(1),
        delay_ms: Some(TIME_TO_LOOK_MS),
        ..Fault::on("/api/v2/api_keys")
    };
    screens.platform.running.inject_fault(slow).unwrap();
    window.press("Resume").await;
    window.sees("Rotating the key of Northern shop").await;
    window.press("Show steps").await;
    window.sees_dialog().await;
    screens.inspect("rotation-running").await;
    screens.platform.running.clear_faults();
    window.sees("Northern shop has a new key").await;
    screens.inspect("rotation-done").await;
    escape(window).await;
    window.press("Dismiss").await;
}

async fn of_an_organization(mut screens: AccountScreens<'_>) {
    let platform = screens.platform;
    let window = screens.window;
    let (id, name) = organization(platform).await;
    let tab = format!("#/keys?tab={id}");
    window.go(&tab).await;
    window.sees("No API keys yet").await;
    screens.inspect("keys-empty").await;

    let body = json!({ "project": { "name": "shop-prod", "org_id": id } });
    let made = platform.send("POST", "/projects", body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["project"]["id"]
        .as_str()
        .unwrap()
        .clone_into(&mut screens.project);
    screens.tab("tab=keys").await;
    window.sees("No keys for shop-prod yet").await;
    screens.inspect("project-keysEmpty").await;
    let of_all = key_of_organization(platform, &id, "releases").await;
    let one = json!({ "key_name": "preview deployments", "project_id": screens.project });
    let path = format!("/organizations/{id}/api_keys");
    let made = platform.send("POST", &path, one).await;
    assert_eq!(made.status, 200, "{}", made.body);
    choose(window, "Refresh").await;
    window.sees("preview deployments").await;
    window.sees("1 other key of").await;
    screens.inspect("project-keys").await;
    window.go(&tab).await;
    window.sees("releases").await;
    window.sees("preview deployments").await;
    screens.inspect("keys-organization").await;

    // Locked here, so that nobody can make keys for the account of the organization either.
    let request = json!({ "id": screens.account, "edit": { "isReadOnly": true } });
    window.command("account_edit", request).await.unwrap();
    window.sees("Northern shop is read-only").await;
    window.go("#/keys").await;
    window.sees("printer").await;
    screens.inspect("keys-readOnly").await;
    window.press("Northern shop").await;
    connect(window, platform, "Releases", &of_all).await;
    window.go("#/keys").await;
    window.sees("connected with an organization key").await;
    window.sees("releases").await;
    screens.inspect("keys-ofOrganization").await;
    choose(window, "Rotate key…").await;
    window.sees("This key can’t be rotated right now").await;
    screens.inspect("rotateKey-blocked").await;
    window.press("Close").await;
    window.no_dialog().await;
    without_an_answer(&screens, &name).await;
}

async fn without_an_answer(screens: &AccountScreens<'_>, organization: &str) {
    let window = screens.window;
    let down = Fault {
        status: Some(503),
        ..Fault::on("/api/v2/organizations/*/api_keys")
    };
    screens.platform.running.inject_fault(down).unwrap();
    choose(window, "Refresh").await;
    window.sees("Shown as of").await;
    screens.inspect("keys-stale").await;
    window.reload().await;
    window
        .sees(&format!("Couldn’t load the keys of {organization}"))
        .await;
    screens.inspect("keys-failed").await;
}

fn refuse_once(screens: &AccountScreens<'_>, method: &str) {
    let refused = Fault {
        method: Some(method.to_owned()),
        times: Some(1),
        status: Some(403),
        ..Fault::on("/api/v2/**")
    };
    screens.platform.running.inject_fault(refused).unwrap();
}

async fn tick(screens: &AccountScreens<'_>, name: &str) {
    let script = "const row = document.querySelector(`[data-testid=key-row][title=\"${arguments[0]}\"]`)?.closest('[role=row]');
        row?.querySelector('[role=checkbox]')?.click();
        return row != null";
    screens
        .window
        .until(&format!("the row of `{name}` is there"), || async {
            screens.window.script(script, vec![json!(name)]).await == true
        })
        .await;
}
