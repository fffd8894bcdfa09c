//! The integration from nothing to its end, with users who are really in the table.

use testkit::sql;

use super::{
    USERS, database, integrations, is_blocked, open_page, project, project_with_auth, trust,
};
use crate::accounts::Platform;
use crate::harness::secrets;
use crate::projects::connected;

#[tokio::test(flavor = "multi_thread")]
async fn auth_is_enabled_its_keys_go_to_a_file_and_a_user_arrives() {
    let platform = Platform::start(true).await;
    let made = project(&platform).await;
    let (mut desktop, window, account) = connected("auth-enable", &platform).await;
    trust(&window, &platform, &account).await;
    open_page(&window, &account, &made, "overview").await;

    window.press("Enable auth…").await;
    window.sees("Users are synced to a table").await;
    window.press("Enable auth").await;
    window.text_of("secret-notice").await;
    window.sees("SDK keys of Shop").await;
    let all = integrations(&platform, &made).await;
    assert_eq!(all.len(), 1, "{all:?}");
    let provider_project = all[0]["auth_provider_project_id"].as_str().unwrap();

    // The keys go from the core to the file, which the window shows masked before anything is written.
    let folder = desktop.project("shop");
    let file = folder.join(".env");
    std::fs::write(&file, "MINE=1").unwrap();
    window.press("Write to .env…").await;
    window
        .fill("Folder or env file", folder.to_str().unwrap())
        .await;
    window.press("Preview change").await;
    let change = window.text_of("env-diff").await;
    assert!(change.contains("AUTH_SECRET_SERVER_KEY=••••"), "{change}");
    assert_eq!(std::fs::read(&file).unwrap(), b"MINE=1", "written unseen");
    window.press("Write file").await;
    window
        .until("the file holds the keys", || async {
            let text = std::fs::read_to_string(&file).unwrap();
            text.contains("AUTH_SECRET_SERVER_KEY=")
        })
        .await;
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.starts_with("MINE=1\n"), "{written}");
    assert_eq!(
        value(&written, "PUBLIC_AUTH_PROJECT_ID"),
        Some(provider_project)
    );
    assert!(
        value(&written, "PUBLIC_AUTH_PUBLISHABLE_CLIENT_KEY").is_some_and(|key| !key.is_empty())
    );
    let secret = value(&written, "AUTH_SECRET_SERVER_KEY").unwrap();
    secrets::note(secret);
    assert!(!window.page().await.contains(secret), "the window has it");
    window.press("Done").await;
    window.no_dialog().await;

    // A name that is too long is refused where it is typed; nothing is sent and nothing typed is lost.
    platform.settled().await;
    window.press("Users").await;
    window.sees("Users aren’t loaded yet").await;
    window.press("New user…").await;
    window.fill("Email", "person@example.com").await;
    window.fill("Name optional", &"n".repeat(256)).await;
    window.press("Create user").await;
    window.sees("The name has 256 characters").await;
    let tried = platform.changes();
    assert!(
        !tried.iter().any(|it| it.ends_with("/auth/user")),
        "{tried:?}"
    );
    let typed = window.field("Email").await.prop("value").await.unwrap();
    assert_eq!(typed.as_deref(), Some("person@example.com"));
    window.fill("Name optional", "Person of the shop").await;
    window.press("Create user").await;
    window.no_dialog().await;
    let arrived = window.text_of("user-arrived").await;
    assert!(arrived.contains("person@example.com"), "{arrived}");
    window.sees("Person of the shop").await;
    let client = database(&platform, &made).await;
    let found = sql::column(
        &client,
        &format!("SELECT email || ' ' || name FROM {USERS}"),
    )
    .await;
    assert_eq!(found, ["person@example.com Person of the shop"]);
    drop(client);
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_is_removed_with_its_users_after_the_name_was_typed() {
    let platform = Platform::start(true).await;
    let made = project_with_auth(&platform).await;
    let client = database(&platform, &made).await;
    let table = format!("SELECT to_regclass('{USERS}')::text");
    assert_eq!(sql::column(&client, &table).await, [USERS]);
    let (mut desktop, window, account) = connected("auth-remove", &platform).await;
    open_page(&window, &account, &made, "ownership").await;

    window.press("Remove auth…").await;
    window.sees("Remove auth from Shop?").await;
    window.press("Delete them").await;
    window.fill("Type Shop to confirm", "shop").await;
    let path = "/auth/integration/provider_one";
    assert!(
        is_blocked(&window, "Remove auth and users").await,
        "another name will do"
    );
    window.fill("Type Shop to confirm", "Shop").await;
    window.press("Remove auth and users").await;
    window.no_dialog().await;
    window.sees("Auth lets people sign in").await;
    assert_eq!(platform.count_requests("DELETE", path, 200), 1);
    assert!(integrations(&platform, &made).await.is_empty());
    platform.settled().await;
    let gone = "SELECT count(*) FROM pg_namespace WHERE nspname = 'svc_auth'";
    assert_eq!(sql::column(&client, gone).await, ["0"]);
    drop(client);
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// What an env file says of a variable.
fn value<'a>(file: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = file.lines();
    let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    value.map(|value| value.trim_matches(['"', '\'']))
}
