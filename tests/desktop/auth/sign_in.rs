//! How people sign in, on the sandbox's own account, which has an integration for each branch.

use serde_json::{Value, json};
use testkit::http;

use crate::accounts::accounts;
use crate::harness::{Desktop, Keychain, Window, WindowOptions};

/// A project of the sandbox's account with auth on its default branch: the account, the project and the branch.
pub async fn in_sandbox(window: &Window) -> (String, String, String) {
    window.command("sandbox_start", json!({})).await.unwrap();
    let all = accounts(window).await;
    let own = all.iter().find(|it| it["platform"] == "sandbox").unwrap();
    let account = own["id"].as_str().unwrap().to_owned();
    let create = json!({ "accountId": account, "create": { "name": "Shop" } });
    let made = window.command("project_create", create).await.unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (project, branch) = (text(&made["project"]["id"]), text(&made["branch"]["id"]));
    let enable = json!({
        "accountId": account, "projectId": project, "enable": { "branchId": branch },
    });
    window
        .until("auth is enabled", || async {
            let enabled = window.command("auth_enable", enable.clone()).await;
            enabled.is_ok()
        })
        .await;
    (account, project, branch)
}

pub async fn go(window: &Window, account: &str, project: &str) {
    let at = format!("#/project?account={account}&id={project}&page=signIn&tab=auth");
    window.go(&at).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_up_is_closed_and_localhost_is_no_longer_trusted() {
    let mut desktop =
        Desktop::start("auth-sign-in", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    window.press("Start in the sandbox").await;
    window.sees("Create project").await;
    window.press("Cancel").await;
    window.no_dialog().await;
    let (account, project, branch) = in_sandbox(&window).await;
    go(&window, &account, &project).await;
    window.sees("Anyone can create an account").await;

    window.press("Change sign-in…").await;
    window.press("Allow sign-up").await;
    window.press("Change sign-in").await;
    window.no_dialog().await;
    window.sees("Only users you create").await;
    window.press("Allow apps on localhost").await;
    let place = json!({ "accountId": account, "projectId": project, "branchId": branch });
    window
        .until("the platform has both", || async {
            let found = window.command("sign_in_get", place.clone()).await.unwrap();
            found["allowsLocalhost"] == false && found["withPassword"]["disableSignUp"] == true
        })
        .await;

    // An app of this machine gets no page to sign in on any more.
    let found = window
        .command("auth_integrations", place.clone())
        .await
        .unwrap();
    let base_url = found[0]["baseUrl"].as_str().unwrap();
    let client_id = found[0]["providerProjectId"].as_str().unwrap();
    let (origin, path) = base_url.split_once("/auth/").unwrap();
    let ask = format!(
        "/auth/{path}/authorize?client_id={client_id}&redirect_uri=http%3A%2F%2Flocalhost%3A3000%2F"
    );
    let reply = http::send(origin, "GET", &ask, &[], "").await;
    assert_eq!(reply.status, 400, "{}", reply.body);
    assert!(reply.body.contains("isn’t trusted"), "{}", reply.body);
    desktop.quit(window).await;
}
