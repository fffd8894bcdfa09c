//! API keys by point and click, on a platform that belongs to the test: each ends on what that platform or the keychain
//! says.

mod bulk;
mod crash;
mod create;
mod failures;
mod revoke;
mod rotate;

use std::process::Stdio;

use serde_json::{Value, json};

use crate::accounts::Platform;
use crate::harness::{Desktop, Window, secrets};
use crate::projects::get;

/// How a token begins, and how many signs follow.
const PREFIX: &str = "napi_";
const REST: usize = 64;

/// The keys that a list of the platform names, its own first one left out; sorted.
pub async fn names(platform: &Platform, path: &str) -> Vec<String> {
    let mut names: Vec<String> = listed(platform, path)
        .await
        .iter()
        .map(|key| key["name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// The keys that a list of the platform holds, without the one that it began with.
pub async fn listed(platform: &Platform, path: &str) -> Vec<Value> {
    let all = get(platform, path).await;
    let mut all = all.as_array().unwrap().clone();
    if path == PERSONAL {
        let first = all.iter().map(|key| key["id"].as_i64().unwrap()).min();
        all.retain(|key| key["id"].as_i64() != first);
    }
    all
}

/// The list of a person's own keys.
pub const PERSONAL: &str = "/api_keys";

/// What the platform answers to a key that asks who it is.
pub async fn answers(platform: &Platform, token: &str) -> u16 {
    let reply = platform.send_with(token, "GET", "/auth", Value::Null);
    reply.await.status
}

/// The keys that lie in the desktop's keychain.
pub fn stored_keys(desktop: &Desktop) -> Vec<String> {
    let keychain = desktop.keychain_of_app();
    let mut tokens: Vec<String> = keychain
        .match_indices(PREFIX)
        .filter_map(|(at, _)| keychain.get(at..at + PREFIX.len() + REST))
        .map(str::to_owned)
        .collect();
    tokens.sort();
    tokens.dedup();
    tokens
}

/// The one key in the keychain once it is another than this one.
pub async fn replacement_key(window: &Window, desktop: &Desktop, old_key: &str) -> String {
    window
        .until("the keychain holds another key alone", || async {
            matches!(&stored_keys(desktop)[..], [only] if only != old_key)
        })
        .await;
    stored_keys(desktop).remove(0)
}

/// The organization that the platform began with: its id and name.
pub async fn organization(platform: &Platform) -> (String, String) {
    let all = get(platform, "/users/me/organizations").await;
    let first = &all["organizations"][0];
    let text = |field: &str| first[field].as_str().unwrap().to_owned();
    (text("id"), text("name"))
}

/// A key of the whole organization, as it is made in the web console.
pub async fn key_of_organization(platform: &Platform, organization: &str, name: &str) -> String {
    let path = format!("/organizations/{organization}/api_keys");
    let made = platform
        .send("POST", &path, json!({ "key_name": name }))
        .await;
    assert_eq!(made.status, 200, "{}", made.body);
    let token = made.json()["key"].as_str().unwrap().to_owned();
    secrets::note(&token);
    token
}

/// Creates a key in the window; its token is a one-time secret then, and on the clipboard.
pub async fn create(window: &Window, name: &str) {
    create_uncopied(window, name).await;
    window.sees("The API key was copied").await;
}

/// The same without waiting for the clipboard.
pub async fn create_uncopied(window: &Window, name: &str) {
    window.press("New API key…").await;
    window.sees_dialog().await;
    window.fill("Name", name).await;
    window.press("Create key").await;
    window.sees(&format!("API key {name} created")).await;
    window.text_of("secret-notice").await;
}

/// From now on nothing can be put on the clipboard, until `accept_copies`.
pub async fn refuse_copies(window: &Window) {
    let script = "const fetched = window.fetch;
        const refusal = JSON.stringify({
            code: 'internal', message: 'Couldn\\'t copy to the clipboard', hint: null, requestId: null, about: null,
        });
        const headers = { 'Tauri-Response': 'error', 'Content-Type': 'application/json' };
        window.fetch = (input, init) => String(input.url ?? input).endsWith('/connect_copy')
            ? Promise.resolve(new Response(refusal, { headers }))
            : fetched(input, init);
        window.acceptCopies = () => { window.fetch = fetched; }";
    window.script(script, Vec::new()).await;
}

pub async fn accept_copies(window: &Window) {
    window.script("window.acceptCopies()", Vec::new()).await;
}

pub async fn dismiss_rotation(window: &Window) {
    window.press("Dismiss").await;
    window.no_dialog().await;
}

/// Puts away what was shown once and was copied, written or saved.
pub async fn dismiss_secret(window: &Window) {
    window.press("Done").await;
    window.no_dialog().await;
}

/// Waits until a token is on the clipboard of the desktop, and gives it.
pub async fn copied(window: &Window, desktop: &Desktop) -> String {
    let found = std::sync::Mutex::new(String::new());
    window
        .until("the token is on the clipboard", || async {
            let text = desktop.clipboard();
            let is_token = text.starts_with(PREFIX);
            *found.lock().unwrap() = text;
            is_token
        })
        .await;
    let token = found.into_inner().unwrap();
    secrets::note(&token);
    // What a clipboard's history leaves out.
    let mut hint = desktop.command("xclip");
    hint.args([
        "-o",
        "-selection",
        "clipboard",
        "-t",
        "x-kde-passwordManagerHint",
    ])
    .stdout(Stdio::piped());
    assert_eq!(hint.output().unwrap().stdout, b"secret");
    token
}

/// Opens the plan of a rotation from the row of a key, and says which key the account has where that is asked for.
pub async fn plan_rotation(window: &Window, key: &str) {
    window.press(key).await;
    window.press(&format!("Actions for {key}")).await;
    window.press("Rotate key…").await;
    window.sees_dialog().await;
    choose_present(window, key).await;
}

/// Chooses the account's present key where several can be it.
pub async fn choose_present(window: &Window, key: &str) {
    window.field("New key name").await;
    let script = "const labels = [...document.querySelectorAll('[role=dialog] [role=radiogroup] label')];
        const wanted = labels.find(each => each.innerText.trim().startsWith(arguments[0]));
        wanted?.querySelector('[role=radio]')?.click();
        return labels.length === 0 || wanted?.querySelector('[role=radio]')?.getAttribute('aria-checked') === 'true'";
    window
        .until("the present key is chosen", || async {
            window.script(script, vec![json!(key)]).await == true
        })
        .await;
}

/// How many requests of this method came for a person's own keys, whatever was answered.
pub fn sent(platform: &Platform, method: &str) -> usize {
    let changes = platform.changes().into_iter();
    changes
        .filter(|it| it.starts_with(method) && it.contains("/api_keys"))
        .count()
}
