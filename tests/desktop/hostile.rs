//! A page that was taken over: it calls commands with everything that it likes, and nothing comes of it unasked.

use serde_json::{Value, json};

use crate::accounts::{Platform, account, connect};
use crate::harness::{Desktop, Keychain, Window, WindowOptions};

#[tokio::test(flavor = "multi_thread")]
async fn a_page_names_no_file_link_or_argument_on_its_own() {
    let platform = Platform::start(true).await;
    let key = platform.key("laptop").await;
    let mut desktop = Desktop::start("hostile", Keychain::Unlocked, WindowOptions::default()).await;
    let folder = desktop.project("shop");
    let file = |name: &str| folder.join(name).display().to_string();
    std::fs::write(folder.join("seed.sql"), "CREATE TABLE sown (n int);").unwrap();
    std::fs::write(folder.join("ca.pem"), "no certificate").unwrap();
    std::fs::write(folder.join(".env"), "MINE=1\n").unwrap();
    std::fs::write(folder.join("notes"), "TOKEN=own\n").unwrap();
    let window = desktop.open().await;
    connect(&window, &platform, "Workshop", &key.token).await;
    let id = account(&window, "Workshop").await["id"].clone();
    let made = window
        .command("temporary_create", json!({ "options": options(&id, None) }))
        .await
        .unwrap();
    let database = made["id"].clone();
    desktop.quit(window).await;
    // From now on the person says no to every question.
    desktop.set("PLINTH_ANSWER", "no");
    let window = desktop.open().await;
    let source = json!({ "kind": "temporary", "id": database });
    let env = |path: String| {
        json!({ "args": {
            "source": source, "path": path, "key": "DATABASE_URL", "prefix": "PUBLIC_", "replace": []
        } })
    };

    let filter = json!({ "filter": {}, "path": file("log.csv") });
    refused(&window, "activity_export", filter, "invalid").await;
    assert!(!folder.join("log.csv").exists(), "a file was written");

    let seed = json!({ "id": database, "path": file("seed.sql") });
    refused(&window, "seed_start", seed, "cancelled").await;
    let with_seed = json!({ "options": options(&id, Some(&file("seed.sql"))) });
    refused(&window, "temporary_create", with_seed, "cancelled").await;
    let other = json!({ "path": file("notes") });
    refused(&window, "seed_inspect", other.clone(), "invalid").await;
    let row = window.command("temporary_get", json!({ "id": database }));
    assert_eq!(row.await.unwrap()["seed"], Value::Null, "a file ran");
    let list = window.command("temporary_list", json!({})).await.unwrap();
    assert_eq!(list["items"].as_array().unwrap().len(), 1);

    refused(&window, "env_preview", env(file("notes")), "invalid").await;
    refused(&window, "temporary_import_scan", other, "invalid").await;
    let preview = window.command("env_preview", env(file(".env"))).await;
    let preview = json!({ "previewId": preview.unwrap()["id"] });
    refused(&window, "env_write", preview, "cancelled").await;
    let now = std::fs::read_to_string(folder.join(".env")).unwrap();
    assert_eq!(now, "MINE=1\n");

    let edit = json!({ "id": id, "edit": { "caFile": file("ca.pem") } });
    refused(&window, "account_edit", edit, "cancelled").await;

    // No words of its own in a question.
    let lines = file("x\n\nThis folder was checked.");
    std::fs::create_dir(&lines).unwrap();
    let folder = json!({ "path": lines, "settings": null });
    refused(&window, "folder_add", folder, "invalid").await;

    let settings = window.command("settings_get", json!({})).await.unwrap();
    let guarded = [
        sending(&id),
        destroying(&id, &database),
        letting_in(&id, &settings),
    ];
    for (name, request) in guarded.into_iter().flatten() {
        refused(&window, name, request, "cancelled").await;
    }
    assert_eq!(account(&window, "Workshop").await["id"], id);
    let row = window.command("temporary_get", json!({ "id": database }));
    assert!(row.await.is_ok(), "the database was forgotten");

    for more in [
        vec!["-c", "\\! touch owned"],
        vec!["--output=|touch owned"],
        vec!["host=192.0.2.1"],
    ] {
        let request = json!({ "source": source, "more": more });
        refused(&window, "connect_psql", request, "invalid").await;
    }
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Commands that send a secret to a host of the page's choice.
fn sending(account: &Value) -> Vec<(&'static str, Value)> {
    let address = "https://elsewhere.example.com/api/v2";
    let of_branch = |name: &str, value: Value| json!({ "accountId": account, "projectId": "p", "branchId": "br-p", name: value });
    let server = json!({
        "kind": "own", "host": "mail.example.com", "port": 465, "username": "u",
        "password": { "kind": "set", "secret": "p" }, "senderEmail": "a@example.com", "senderName": "a"
    });
    let webhooks = json!({ "enabled": true, "url": "https://elsewhere.example.com", "events": [], "timeout": null });
    vec![
        (
            "account_connect",
            json!({ "request": {
                "name": "x", "platform": "custom", "baseUrl": address, "instantUrl": null, "caFile": null,
                "key": "napi_x", "colour": "grey", "isProduction": false, "isReadOnly": false
            } }),
        ),
        (
            "account_edit",
            json!({ "id": account, "edit": { "baseUrl": address }, "key": "napi_x" }),
        ),
        (
            "email_probe",
            json!({ "request": { "host": "mail.example.com", "port": 465, "username": "u", "password": "p" } }),
        ),
        (
            "email_test",
            of_branch(
                "test",
                json!({
                    "branchId": "br-p", "host": "mail.example.com", "port": 465, "username": "u", "password": "p",
                    "senderEmail": "a@example.com", "senderName": "a", "recipient": "b@example.com"
                }),
            ),
        ),
        ("email_update", of_branch("edit", server)),
        ("auth_set_webhooks", of_branch("wanted", webhooks)),
    ]
}

/// Commands that let somebody outside in, or weaken what runs here.
fn letting_in(account: &Value, settings: &Value) -> Vec<(&'static str, Value)> {
    let mut old = settings.clone();
    old["sandboxOldPostgres"] = json!(true);
    let add = json!({
        "url": "https://elsewhere.example.com/keys", "provider": "x", "branchId": null, "audience": null, "roles": []
    });
    vec![
        (
            "permission_grant",
            of_project(account, json!({ "email": "a@example.com" })),
        ),
        (
            "invitation_create",
            json!({ "accountId": account, "organizationId": "o", "email": "a@example.com", "role": "admin" }),
        ),
        ("jwks_add", of_project(account, json!({ "add": add }))),
        (
            "auth_add_domain",
            of_project(
                account,
                json!({ "provider": null, "domain": "https://elsewhere.example.com" }),
            ),
        ),
        ("settings_set", json!({ "settings": old })),
    ]
}

fn of_project(account: &Value, mut more: Value) -> Value {
    more["accountId"] = account.clone();
    more["projectId"] = json!("p");
    more["branchId"] = json!("br-p");
    more
}

/// Commands that destroy data or access for good.
fn destroying(account: &Value, database: &Value) -> Vec<(&'static str, Value)> {
    let bulk = |verb: &str| {
        json!({ "request": {
            "accountId": account, "verb": verb, "itemIds": ["p"], "organizationId": null, "projectId": null,
            "expiresAt": null
        } })
    };
    vec![
        ("account_remove", json!({ "id": account })),
        ("project_delete", of_project(account, json!({}))),
        (
            "database_delete",
            of_project(account, json!({ "name": "shop" })),
        ),
        (
            "snapshot_delete",
            of_project(account, json!({ "snapshotId": "snap-p", "name": "s" })),
        ),
        (
            "auth_remove",
            of_project(
                account,
                json!({ "provider": "better_auth", "deleteData": true }),
            ),
        ),
        (
            "key_revoke",
            json!({ "accountId": account, "organizationId": null, "keyId": "1" }),
        ),
        ("bulk_start", bulk("deleteProjects")),
        ("bulk_start", bulk("revokeKeys")),
        ("temporary_forget", json!({ "id": database })),
        ("sandbox_reset", json!({})),
        ("sandbox_purge", json!({ "ids": ["p"] })),
        ("sandbox_quarantine_delete", json!({ "id": "q" })),
    ]
}

async fn refused(window: &Window, name: &str, request: Value, code: &str) {
    let answer = window.command(name, request).await;
    let error = answer.as_ref().err().map(|error| error["code"].clone());
    assert_eq!(error, Some(json!(code)), "`{name}` gave {answer:?}");
}

fn options(account: &Value, seed: Option<&str>) -> Value {
    json!({
        "place": { "kind": "account", "accountId": account }, "reference": "plinth",
        "logicalReplication": false, "envPath": null, "envKey": "DATABASE_URL",
        "envPrefix": "PUBLIC_", "seedPath": seed
    })
}
