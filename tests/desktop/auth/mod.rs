//! The auth integration of a project by point and click, on a platform of the test's own: each ends on what that platform,
//! its database, a mail server or a file says.

mod email;
mod integration;
mod providers;
mod recording_proxy;
pub mod sign_in;
mod transfer;

use serde_json::{Value, json};
use testkit::sql;
use tokio_postgres::Client;

use crate::accounts::Platform;
use crate::harness::{Window, secrets};
use crate::projects::get;

/// Where the synchronised users are.
const USERS: &str = "svc_auth.users_sync";

/// A project that the platform has from the beginning.
struct Made {
    id: String,
    branch: String,
    url: String,
}

async fn project(platform: &Platform) -> Made {
    let made = platform.project("Shop").await;
    platform.settled().await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Made {
        id: text(&made["project"]["id"]),
        branch: text(&made["branch"]["id"]),
        url: text(&made["connection_uris"][0]["connection_uri"]),
    }
}

/// A project whose auth integration was made elsewhere.
async fn project_with_auth(platform: &Platform) -> Made {
    let made = project(platform).await;
    let request = json!({
        "auth_provider": "provider_one", "project_id": made.id, "branch_id": made.branch,
        "database_name": "svcdb", "role_name": "svcdb_owner",
    });
    let reply = platform
        .send("POST", "/projects/auth/create", request)
        .await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let key = reply.json()["secret_server_key"]
        .as_str()
        .map(str::to_owned);
    secrets::note(&key.expect("a server key"));
    platform.settled().await;
    made
}

/// Tells the account who signs the platform's servers, as its form does.
async fn trust(window: &Window, platform: &Platform, account: &str) {
    let request = json!({ "id": account, "edit": { "caFile": platform.running.ca_file } });
    window.command("account_edit", request).await.unwrap();
}

/// Goes to a page of the tab; without auth there is only the one that enables it.
async fn open_page(window: &Window, account: &str, made: &Made, page: &str) {
    let id = &made.id;
    window
        .go(&format!(
            "#/project?account={account}&id={id}&page={page}&tab=auth"
        ))
        .await;
}

/// The integrations of a project, by the platform's own word.
async fn integrations(platform: &Platform, made: &Made) -> Vec<Value> {
    let path = format!("/projects/{}/auth/integrations", made.id);
    get(platform, &path).await["data"]
        .as_array()
        .unwrap()
        .clone()
}

async fn database(platform: &Platform, made: &Made) -> Client {
    sql::connect(&platform.running.ca_file, &made.url).await
}

/// Whether a button is there and cannot be pressed.
async fn is_blocked(window: &Window, name: &str) -> bool {
    let script = "const button = [...document.querySelectorAll('button')]
            // One whose words may be cut in their middle has them as a whole on a line of their own.
            .find(each => (each.ariaLabel ?? each.innerText).split('\\n').some(line => line.trim() === arguments[0]));
        return button ? button.disabled || button.ariaDisabled === 'true' : null";
    let found = std::sync::Mutex::new(false);
    window
        .until(&format!("there is the button `{name}`"), || async {
            let blocked = window.script(script, vec![json!(name)]).await;
            *found.lock().unwrap() = blocked == true;
            blocked.is_boolean()
        })
        .await;
    found.into_inner().unwrap()
}
