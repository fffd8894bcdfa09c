//! The main job, from the first window to a claimed database.

use serde_json::{Value, json};
use testkit::page::Page;
use testkit::{http, sql};

use crate::harness::{Desktop, Keychain, Window, WindowOptions};

#[tokio::test(flavor = "multi_thread")]
async fn from_the_welcome_to_a_claimed_database() {
    let mut desktop = Desktop::start("journey", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    let id = one_click(&window).await;

    let card = window.text_of("connect-text").await;
    let url = reveal(&window, &id, "direct").await;
    let password = url.split([':', '@']).nth(2).unwrap().to_owned();
    assert!(
        card.contains("svcdb_owner") && !card.contains(&password),
        "the card shows: {card}"
    );
    let authority = sandbox(&window).await["caFile"]
        .as_str()
        .unwrap()
        .to_owned();
    let client = sql::connect(authority.as_ref(), &url).await;
    sql::run(
        &client,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (1);",
    )
    .await;
    window.press("Test connection").await;
    // "17.11", also where a packager says more behind it.
    let version = sql::column(&client, "SHOW server_version").await[0].clone();
    let version = version.split_whitespace().next().unwrap_or_default();
    window.sees(version).await;

    let project = desktop.project("shop");
    std::fs::write(project.join(".env"), "MINE=1").unwrap();
    window.press("Write to .env…").await;
    window
        .fill("Folder or env file", project.to_str().unwrap())
        .await;
    window.press("Preview change").await;
    let change = window.text_of("env-diff").await;
    assert!(
        change.contains("PUBLIC_POSTGRES_CLAIM_URL=••••"),
        "{change}"
    );
    assert_eq!(
        std::fs::read_to_string(project.join(".env")).unwrap(),
        "MINE=1",
        "written before it was seen"
    );
    assert!(
        !window.text().await.contains(&password),
        "the change shows the password"
    );
    window.press("Write file").await;
    window
        .until("the file holds the string", || async {
            std::fs::read_to_string(project.join(".env"))
                .unwrap()
                .contains(&url)
        })
        .await;
    let written = std::fs::read_to_string(project.join(".env")).unwrap();
    assert!(
        written.starts_with("MINE=1\n") && written.contains("PUBLIC_POSTGRES_CLAIM_URL="),
        "{written}"
    );

    window.press("Claim in browser…").await;
    window
        .until("the host of the link is shown", || async {
            window.text_of("claim-host").await != "…"
        })
        .await;
    let host = window.text_of("claim-host").await;
    window.press("Open in browser").await;
    let link = desktop.links.newest().await;
    assert!(
        link.starts_with(&format!("http://{host}/claim/")),
        "{host} was shown and {link} was opened"
    );
    let choose = Page::open(&link).await.press("Claim this database").await;
    window.until_row(&id, "claiming").await;
    choose.press("Confirm").await;
    window.until_row(&id, "claimed").await;
    window.sees("Claimed").await;
    let claimed = temporary_list(&window).await[0]["projectId"].clone();
    window.press("Open project").await;
    let place = "return location.hash.includes('id=' + arguments[0]) && location.hash.startsWith('#/project?')";
    window
        .until("the project is open", || async {
            window.script(place, vec![claimed.clone()]).await == true
        })
        .await;
    let service_id = link.rsplit('/').next().unwrap();
    let record = http::get(
        &format!("http://{host}"),
        &format!("/api/v1/database/{service_id}"),
    )
    .await
    .json();
    assert_eq!(
        (&record["status"], &record["connection_string"]),
        (&json!("CLAIMED"), &Value::Null)
    );
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["1"]);
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_start_leads_to_a_first_project_with_a_click() {
    let mut desktop = Desktop::start(
        "first-project",
        Keychain::Unlocked,
        WindowOptions::default(),
    )
    .await;
    let window = desktop.open().await;
    window.press("Start in the sandbox").await;
    window.press("Create project").await;
    window.sees("first-project created").await;
    window.press("Open project").await;
    window.no_dialog().await;
    let account = window.command("account_list", json!({})).await.unwrap()[0]["id"].clone();
    let request =
        json!({ "accountId": account, "scope": "own", "organizationId": null, "cursor": null });
    let projects = window.command("project_page", request).await.unwrap();
    let projects = projects["items"].as_array().unwrap();
    assert_eq!(projects.len(), 1);
    assert_eq!(
        (&projects[0]["name"], &projects[0]["regionId"]),
        (&json!("first-project"), &json!("us-east-2"))
    );
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_there_again_after_a_restart() {
    let mut desktop = Desktop::start("restart", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    let id = one_click(&window).await;
    let url = reveal(&window, &id, "direct").await;
    let authority = sandbox(&window).await["caFile"]
        .as_str()
        .unwrap()
        .to_owned();
    let client = sql::connect(authority.as_ref(), &url).await;
    sql::run(
        &client,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (5);",
    )
    .await;
    drop(client);
    desktop.quit(window).await;
    let refused = sql::try_connect(authority.as_ref(), &url)
        .await
        .unwrap_err();
    let refused = std::error::Error::source(&refused)
        .and_then(|source| source.downcast_ref::<std::io::Error>())
        .map(std::io::Error::kind);
    assert_eq!(
        refused,
        Some(std::io::ErrorKind::ConnectionRefused),
        "something listens where the server was"
    );

    let window = desktop.open().await;
    // The screen that was open comes by itself.
    window.until_row(&id, "unclaimed").await;
    let again = window
        .eventually(
            "connect_reveal",
            json!({ "source": { "kind": "temporary", "id": id }, "form": "direct" }),
        )
        .await;
    assert_eq!(again["text"], url, "the string changed");
    window
        .until("the sandbox runs again", || async {
            sandbox(&window).await["caFile"].is_string()
        })
        .await;
    let client = sql::connect(authority.as_ref(), &url).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["5"]);
    desktop.quit(window).await;
}

/// Through the sandbox's door, past the first project that it leads to, to the list of temporary databases.
pub async fn enter_sandbox(window: &Window) {
    window.press("Start in the sandbox").await;
    window.sees("Create project").await;
    window.press("Cancel").await;
    window.no_dialog().await;
    window.go("#/temporary").await;
    window.sees("No temporary databases yet").await;
}

/// Starts in the sandbox and creates the first database; returns its id in the list.
pub async fn one_click(window: &Window) -> String {
    enter_sandbox(window).await;
    window.press("New temporary database").await;
    window
        .until("the database is there", || async {
            temporary_list(window)
                .await
                .iter()
                .any(|row| row["state"] == "unclaimed")
        })
        .await;
    let id = temporary_list(window).await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    window.sees("Unclaimed").await;
    id
}

/// Changes the settings as their screen does.
pub async fn change_settings(window: &Window, change: impl FnOnce(&mut Value)) {
    let mut settings = window.command("settings_get", json!({})).await.unwrap();
    change(&mut settings);
    let args = json!({ "settings": settings });
    window.command("settings_set", args).await.unwrap();
}

pub async fn temporary_list(window: &Window) -> Vec<Value> {
    let list = window.command("temporary_list", json!({})).await.unwrap();
    list["items"].as_array().unwrap().clone()
}

pub async fn sandbox(window: &Window) -> Value {
    window.command("sandbox_state", json!({})).await.unwrap()["running"].clone()
}

pub async fn reveal(window: &Window, id: &str, form: &str) -> String {
    let secret = window
        .command(
            "connect_reveal",
            json!({ "source": { "kind": "temporary", "id": id }, "form": form }),
        )
        .await
        .unwrap();
    secret["text"].as_str().unwrap().to_owned()
}
