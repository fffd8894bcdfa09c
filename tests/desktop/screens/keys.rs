//! API keys and the dialogs about them, on a platform of the test's own whose clock was moved, so that some are old.

use std::time::Duration;

use sandbox::{ClockMode, Fault};
use serde_json::{Value, json};

use super::checks::{ScreenChecks, States, choose, escape};
use super::stage::Stage;
use crate::accounts::{Platform, connect, current};
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
    let account = current(window).await["id"].as_str().unwrap().to_owned();
    let stage = Stage {
        checks,
        desktop: &desktop,
        window,
        platform: &platform.running,
        account,
        project: String::new(),
        branch: String::new(),
    };
    list(&stage).await;
    many(&stage).await;
    new_key(&stage).await;
    end_of_a_key(&stage).await;
    another_key(&stage).await;
    of_an_organization(stage, &platform).await;
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
    platform.key("laptop").await.token
}

async fn list(stage: &Stage<'_>) {
    let window = stage.window;
    window.sees("No projects yet").await;
    window.go("#/keys").await;
    window.sees("Never used").await;
    stage.inspect("keys-filled").await;
    window.fill("Filter keys", "nothing like it").await;
    window.sees("No key fits").await;
    stage.inspect("keys-nothing").await;
    window.fill("Filter keys", "").await;
}

/// Two at once, of which the platform refuses one.
async fn many(stage: &Stage<'_>) {
    let window = stage.window;
    tick(stage, "demo").await;
    tick(stage, "old build server").await;
    window.sees("2 selected").await;
    stage.inspect("keys-ticked").await;
    window.press("Revoke 2 keys…").await;
    window.sees("This can’t be undone").await;
    stage.inspect("planBulk-keys").await;
    refuse_once(stage, "DELETE");
    window.fill("Type 2 to confirm", "2").await;
    window.press("Revoke 2 keys").await;
    window.sees("1 of 2 keys revoked").await;
    stage.inspect("bulk-keys").await;
    window.press("Done").await;
    window.no_dialog().await;
}

async fn new_key(stage: &Stage<'_>) {
    let window = stage.window;
    window.press("New API key…").await;
    window.sees_dialog().await;
    stage.inspect("createKey-filled").await;
    window.fill("Name", &"n".repeat(256)).await;
    window.press("Create key").await;
    window.sees("The name has 256 characters").await;
    stage.inspect("createKey-refused").await;
    window.press("One project").await;
    window.fill("Name", "preview deployments of the shop").await;
    window.sees("This organization has no projects yet.").await;
    stage.inspect("createKey-project").await;
    escape(window).await;

    crate::keys::create(window, "build server").await;
    stage.inspect("createKey-made").await;
    window.press("Save as account…").await;
    window.sees("Save build server as an account").await;
    stage.inspect("saveKey-filled").await;
    window.press("Cancel").await;
    window.text_of("held-notice").await;
    crate::keys::dismiss_uncopied_secret(window).await;
}

async fn end_of_a_key(stage: &Stage<'_>) {
    let window = stage.window;
    let lost = Fault {
        method: Some("POST".to_owned()),
        times: Some(1),
        garbage: true,
        ..Fault::on("/api/v2/api_keys")
    };
    stage.platform.inject_fault(lost).unwrap();
    window.press("New API key…").await;
    window.fill("Name", "mail gateway").await;
    window.press("Create key").await;
    window.sees("The token was lost").await;
    stage.inspect("lostKey-lost").await;
    window.press("Keep it").await;
    window.no_dialog().await;

    for (name, state) in [
        ("printer", "revokeKey-filled"),
        ("laptop", "revokeKey-used"),
    ] {
        window.press(name).await;
        window.press(&format!("Actions for {name}")).await;
        window.press("Revoke…").await;
        window.sees("This cannot be undone").await;
        stage.inspect(state).await;
        escape(window).await;
    }
}

/// A rotation that the platform refuses, and that goes on then.
async fn another_key(stage: &Stage<'_>) {
    let window = stage.window;
    window.press("laptop").await;
    window.press("Actions for laptop").await;
    window.press("Rotate key…").await;
    choose_present(window, "laptop").await;
    stage.inspect("rotateKey-filled").await;
    refuse_once(stage, "POST");
    window.press("Rotate key").await;
    window
        .sees("The key rotation of Northern shop stopped")
        .await;
    stage.inspect("rotation-stopped").await;
    window.press("Run in background").await;
    window.no_dialog().await;
    stage.inspect("keys-rotation").await;

    let slow = Fault {
        method: Some("POST".to_owned()),
        times: Some(1),
        delay_ms: Some(6_000),
        ..Fault::on("/api/v2/api_keys")
    };
    stage.platform.inject_fault(slow).unwrap();
    window.press("Resume").await;
    window.sees("Rotating the key of Northern shop").await;
    window.press("Show steps").await;
    window.sees_dialog().await;
    stage.inspect("rotation-running").await;
    window.sees("Northern shop has a new key").await;
    stage.inspect("rotation-done").await;
    escape(window).await;
    window.press("Dismiss").await;
}

async fn of_an_organization(mut stage: Stage<'_>, platform: &Platform) {
    let window = stage.window;
    let (id, name) = organization(platform).await;
    let tab = format!("#/keys?tab={id}");
    window.go(&tab).await;
    window.sees("No API keys yet").await;
    stage.inspect("keys-empty").await;

    let body = json!({ "project": { "name": "shop-prod", "org_id": id } });
    let made = platform.send("POST", "/projects", body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["project"]["id"]
        .as_str()
        .unwrap()
        .clone_into(&mut stage.project);
    stage.tab("tab=keys").await;
    window.sees("No keys for shop-prod yet").await;
    stage.inspect("project-keysEmpty").await;
    let of_all = key_of_organization(platform, &id, "releases").await;
    let one = json!({ "key_name": "preview deployments", "project_id": stage.project });
    let path = format!("/organizations/{id}/api_keys");
    let made = platform.send("POST", &path, one).await;
    assert_eq!(made.status, 200, "{}", made.body);
    choose(window, "Refresh keys").await;
    window.sees("preview deployments").await;
    window.sees("1 other key of").await;
    stage.inspect("project-keys").await;
    window.go(&tab).await;
    window.sees("releases").await;
    window.sees("preview deployments").await;
    stage.inspect("keys-organization").await;

    // Locked here, so that nobody can make keys for the account of the organization either.
    let wish = json!({ "id": stage.account, "edit": { "isReadOnly": true } });
    window.command("account_edit", wish).await.unwrap();
    window.sees("Northern shop is read-only").await;
    window.go("#/keys").await;
    window.sees("printer").await;
    stage.inspect("keys-readOnly").await;
    window.press("Northern shop").await;
    connect(window, platform, "Releases", &of_all).await;
    window.go("#/keys").await;
    window.sees("connected with an organization key").await;
    window.sees("releases").await;
    stage.inspect("keys-ofOrganization").await;
    choose(window, "Rotate key…").await;
    window.sees("The key cannot be rotated right now").await;
    stage.inspect("rotateKey-blocked").await;
    window.press("Close").await;
    window.no_dialog().await;
    without_an_answer(&stage, &name).await;
}

async fn without_an_answer(stage: &Stage<'_>, organization: &str) {
    let window = stage.window;
    let down = Fault {
        status: Some(503),
        ..Fault::on("/api/v2/organizations/*/api_keys")
    };
    stage.platform.inject_fault(down).unwrap();
    choose(window, "Refresh keys").await;
    window.sees("Shown as of").await;
    stage.inspect("keys-stale").await;
    window.reload().await;
    window
        .sees(&format!("The keys of {organization} could not be read"))
        .await;
    stage.inspect("keys-failed").await;
}

fn refuse_once(stage: &Stage<'_>, method: &str) {
    let refused = Fault {
        method: Some(method.to_owned()),
        times: Some(1),
        status: Some(403),
        ..Fault::on("/api/v2/**")
    };
    stage.platform.inject_fault(refused).unwrap();
}

async fn tick(stage: &Stage<'_>, name: &str) {
    let script = "const row = document.querySelector(`[data-testid=key-row][title=\"${arguments[0]}\"]`)?.closest('[role=row]');
        row?.querySelector('[role=checkbox]')?.click();
        return row != null";
    stage
        .window
        .until(&format!("the row of `{name}` is there"), || async {
            stage.window.script(script, vec![json!(name)]).await == true
        })
        .await;
}
