//! The pictures of the README, taken of the real window.

use std::path::PathBuf;

use serde_json::json;
use testkit::sql;

use crate::folders;
use crate::harness::{Desktop, Keychain, Theme, Window, WindowOptions};
use crate::journey::{one_click, sandbox, temporary_list};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "makes the pictures of the README: `cargo xtask screenshots`"]
async fn screenshots() {
    let folder = PathBuf::from(
        std::env::var_os("PLINTH_SCREENSHOTS").expect("PLINTH_SCREENSHOTS names a folder"),
    );
    for theme in [Theme::Light, Theme::Dark] {
        let look = WindowOptions {
            theme,
            ..WindowOptions::default()
        };
        let mut desktop = Desktop::start("pictures", Keychain::Unlocked, look).await;
        let window = desktop.open().await;
        desktop.resize_window(1180, 780);
        let name = |screen: &str| {
            folder.join(format!(
                "{screen}-{}.png",
                if theme == Theme::Light {
                    "light"
                } else {
                    "dark"
                }
            ))
        };
        window.sees("Start in the sandbox").await;
        window.settled().await;
        desktop.picture(&name("welcome"));
        fill_the_list(&window).await;
        for _ in 0..3 {
            window.press("Close this message").await;
            window.settled().await;
        }
        desktop.picture(&name("temporary"));

        let project = desktop.project("checkout");
        std::fs::write(project.join(".env"), "NODE_ENV=development\nPORT=3000\n").unwrap();
        window.press("Write to .env…").await;
        window
            .fill("Folder or env file", project.to_str().unwrap())
            .await;
        window.press("Preview change").await;
        window.text_of("env-diff").await;
        window.settled().await;
        desktop.picture(&name("env"));
        window.press("Cancel").await;
        window.press("Discard").await;
        window.no_dialog().await;
        window.go("#/sandbox").await;
        window.sees("Servers").await;
        window.settled().await;
        desktop.picture(&name("sandbox"));

        fill_folders(&desktop, &window).await;
        let place = fill_projects(&window).await;
        fill_auth(&window, &place).await;
        let (branches, auth) = (format!("{place}&tab=branches"), format!("{place}&tab=auth"));
        for (address, seen, screen) in [
            ("#/projects", "analytics", "projects"),
            (branches.as_str(), "preview/pr-42", "branches"),
            (auth.as_str(), "Ready for production", "auth"),
            ("#/keys", "build server", "keys"),
            ("#/folders", "Set elsewhere", "folders"),
            ("#/history?view=timeline", "shop-prod", "history"),
        ] {
            window.go(address).await;
            window.sees(seen).await;
            window.no_skeleton().await;
            if screen == "history" {
                // All of it happened within the last minute.
                window.press("Zoom in").await;
                window.press("Zoom in").await;
            }
            window.settled().await;
            desktop.picture(&name(screen));
        }
        desktop.quit(window).await;
    }
}

/// An auth integration with a provider of its own and one of the platform's, and a few API keys.
async fn fill_auth(window: &Window, place: &str) {
    let (_, named) = place.split_once("account=").unwrap();
    let (account, project) = named.split_once("&id=").unwrap();
    let of = json!({ "accountId": account, "projectId": project });
    let call = async |name: &str, more: serde_json::Value| {
        let mut arguments = of.clone();
        let fields = more.as_object().unwrap().clone();
        arguments.as_object_mut().unwrap().extend(fields);
        window.command(name, arguments).await.unwrap()
    };
    let branches = call("branch_list", json!({ "includeDeleted": false })).await;
    let main = branches.as_array().unwrap().iter();
    let main = main.clone().find(|it| it["isDefault"] == true).unwrap();
    let enable = json!({ "branchId": main["id"], "database": null, "role": null });
    call("auth_enable", json!({ "enable": enable })).await;
    for (provider, id, secret) in [
        ("google", Some("shop.example"), Some("not-a-real-secret")),
        ("github", None, None),
    ] {
        let request = json!({
            "provider": provider, "clientId": id, "clientSecret": secret, "microsoftTenantId": null
        });
        call("oauth_add", json!({ "request": request })).await;
    }
    for name in ["laptop", "build server", "nightly export"] {
        let request = json!({ "name": name, "organizationId": null, "projectId": null });
        call("key_create", json!({ "request": request })).await;
    }
}

/// Project folders: one without a database, one with somebody else's, two with their own.
async fn fill_folders(desktop: &Desktop, window: &Window) {
    let here = json!({ "kind": "temporary", "service": null });
    for name in ["checkout", "storefront"] {
        folders::give(window, &desktop.project(name), &here).await;
    }
    let (blog, wiki) = (desktop.project("blog"), desktop.project("wiki"));
    let theirs = "DATABASE_URL=postgres://blog@db.example.com/blog\n";
    std::fs::write(blog.join(".env"), theirs).unwrap();
    for folder in [blog, wiki] {
        let add = json!({ "path": folder, "settings": null });
        window.command("folder_add", add).await.unwrap();
    }
}

/// A few projects of the sandbox's account; returns where one is.
async fn fill_projects(window: &Window) -> String {
    let accounts = window.command("account_list", json!({})).await.unwrap();
    let account = accounts[0]["id"].as_str().unwrap().to_owned();
    let mut shop = String::new();
    for (name, region) in [
        ("analytics", "us-west-2"),
        ("billing", "eu-central-1"),
        ("mailing", "eu-central-1"),
        ("shop-prod", "eu-central-1"),
        ("shop-staging", "us-east-2"),
    ] {
        let create =
            json!({ "name": name, "regionId": region, "compute": { "minCu": 0.5, "maxCu": 3.0 } });
        let made = window
            .command(
                "project_create",
                json!({ "accountId": account, "create": create }),
            )
            .await
            .unwrap();
        if name == "shop-prod" {
            made["project"]["id"]
                .as_str()
                .unwrap()
                .clone_into(&mut shop);
        }
    }
    for create in [
        json!({ "name": "import", "compute": {} }),
        json!({ "name": "preview/pr-41" }),
        json!({ "name": "preview/pr-42", "compute": {} }),
    ] {
        let request = json!({ "accountId": account, "projectId": shop, "create": create });
        window.command("branch_create", request).await.unwrap();
    }
    window
        .until("the platform has ended its work", || async {
            let all = window.command("operation_list", json!({})).await.unwrap();
            all.as_array()
                .unwrap()
                .iter()
                .all(|it| it["operation"]["isOver"] == true)
        })
        .await;
    format!("#/project?account={account}&id={shop}")
}

async fn fill_the_list(window: &Window) {
    let first = one_click(window).await;
    rename(window, &first, "import-rehearsal").await;
    seed(window, &first, 200_000).await;
    window
        .command("sandbox_advance", json!({ "seconds": 69 * 3600 + 20 * 60 }))
        .await
        .unwrap();
    for name in ["workshop", "checkout-spike"] {
        window.press("New temporary database").await;
        window
            .until("there is one more", || async {
                temporary_list(window).await[0]["name"] != "workshop"
                    && temporary_list(window).await[0]["name"] != "import-rehearsal"
                    && temporary_list(window).await[0]["state"] == "unclaimed"
            })
            .await;
        let id = temporary_list(window).await[0]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        rename(window, &id, name).await;
        window.go(&format!("#/temporary?id={id}")).await;
    }
    window
        .command("temporary_refresh_all", json!({}))
        .await
        .unwrap();
    window.sees("checkout-spike").await;
    window.sees("Expires soon").await;
    window.sees("Storage").await;
}

async fn rename(window: &Window, id: &str, name: &str) {
    window
        .command("temporary_rename", json!({ "id": id, "name": name }))
        .await
        .unwrap();
}

async fn seed(window: &Window, id: &str, rows: u32) {
    let secret = window
        .command(
            "connect_reveal",
            json!({ "source": { "kind": "temporary", "id": id }, "form": "direct" }),
        )
        .await
        .unwrap();
    let authority = sandbox(window).await["caFile"].as_str().unwrap().to_owned();
    let client = sql::connect(authority.as_ref(), secret["text"].as_str().unwrap()).await;
    let fill = format!(
        "CREATE TABLE item AS SELECT n, md5(n::text) AS word FROM generate_series(1, {rows}) AS n"
    );
    sql::run(&client, &fill).await;
}
