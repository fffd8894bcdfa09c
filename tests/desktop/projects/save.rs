//! A temporary database that is kept before it expires: in a file, and as a database of a project.

use serde_json::{Value, json};
use testkit::sql;

use super::{connected, get};
use crate::accounts::Platform;
use crate::harness::secrets;

const ITEMS: &str = "CREATE TABLE item (n int); INSERT INTO item SELECT generate_series(1, 300)";
const COUNT: &str = "SELECT count(*)::text FROM item";

#[tokio::test(flavor = "multi_thread")]
async fn a_temporary_database_is_saved_to_a_file_and_copied_into_a_project() {
    let platform = Platform::start(true).await;
    let made = platform.project("Shop").await;
    let project = made["project"]["id"].as_str().unwrap();
    platform.settled().await;
    let (mut desktop, window, account) = connected("save", &platform).await;
    let edit = json!({ "id": account, "edit": { "caFile": platform.running.ca_file } });
    window.command("account_edit", edit).await.unwrap();
    let settings = window.command("settings_get", json!({})).await.unwrap();
    let mut options = settings["temporary"].clone();
    options["place"] = json!({ "kind": "account", "accountId": account });
    let create = json!({ "options": options });
    let row = window.command("temporary_create", create).await.unwrap();
    let id = row["id"].as_str().unwrap();
    let source = json!({ "kind": "temporary", "id": id });
    let reveal = json!({ "source": source, "form": "direct" });
    let shown = window.command("connect_reveal", reveal).await.unwrap();
    let url = shown["text"].as_str().unwrap();
    secrets::note(url);
    let client = sql::connect(&platform.running.ca_file, url).await;
    sql::run(&client, ITEMS).await;

    window.go(&format!("#/temporary?id={id}")).await;
    let file = desktop.path().join("kept.sql");
    desktop.picks_folders(&[&file]);
    window.press("Save to a file…").await;
    window.press("SQL script (.sql)").await;
    window.press("Choose file…").await;
    let said = window.text_of("save-result").await;
    assert!(said.contains("kept.sql"), "{said}");
    let dump = std::fs::read_to_string(&file).unwrap();
    assert!(dump.contains("COPY public.item"), "{dump}");
    // What was not picked is not written to, whatever the page asks for.
    let other = desktop.path().join("other.sql");
    let unpicked = json!({ "id": id, "path": other, "format": "sql" });
    let refused = window.command("temporary_save", unpicked).await;
    assert_eq!(refused.unwrap_err()["code"], "invalid");
    assert!(!other.exists());
    window.press("Close").await;
    window.no_dialog().await;

    window.press("Copy into a project…").await;
    for (field, choice) in [("Project", "Shop"), ("Branch", "main")] {
        window.press(field).await;
        window.press(choice).await;
    }
    window.fill("New database", "kept").await;
    window.press("Copy database").await;
    window.sees("Copied to Shop / main / kept.").await;
    window.press("Close").await;
    window.no_dialog().await;
    window.press("Open database").await;
    let branch = made["branch"]["id"].as_str().unwrap();
    let of = format!("branch_id={branch}&database_name=kept&role_name=svcdb_owner");
    let reply = get(
        &platform,
        &format!("/projects/{project}/connection_uri?{of}"),
    )
    .await;
    let Value::String(url) = &reply["uri"] else {
        panic!("{reply}");
    };
    secrets::note(url);
    let copy = sql::connect(&platform.running.ca_file, url).await;
    assert_eq!(sql::one(&copy, COUNT).await, "300");
    desktop.quit(window).await;
    platform.running.stop().await;
}
