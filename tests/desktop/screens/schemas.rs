//! The schema of a branch, and how it differs from another's.

use serde_json::{Value, json};
use testkit::sql;

use super::account_screens::AccountScreens;
use super::checks::{choose, escape};
use crate::harness::secrets;

const ON_MAIN: &str = "
    CREATE TABLE orders (id integer PRIMARY KEY, customer text NOT NULL, note text);
    CREATE TABLE customers (email text PRIMARY KEY, name text)";
const ON_IMPORT: &str = "
    CREATE TABLE orders (id bigint PRIMARY KEY, customer text NOT NULL, note text, paid boolean DEFAULT false NOT NULL);
    CREATE INDEX orders_unpaid ON orders (customer) WHERE NOT paid";

pub async fn walk(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("tab=branches").await;
    window.press("import").await;
    window.sees("Origin").await;
    choose(window, "Compare schema of import…").await;
    window.sees("No differences").await;
    screens.inspect("compareSchemas-same").await;
    escape(window).await;

    let request = json!({ "projectId": screens.project, "includeDeleted": false });
    let branches = screens.ask("branch_list", request).await;
    for (name, statements) in [("main", ON_MAIN), ("import", ON_IMPORT)] {
        let all = branches.as_array().unwrap();
        let branch = all.iter().find(|branch| branch["name"] == name).unwrap();
        run(screens, branch["id"].as_str().unwrap(), statements).await;
    }
    choose(window, "Compare schema of import…").await;
    window.sees("compared with main").await;
    screens.inspect("compareSchemas-filled").await;
    escape(window).await;
    choose(window, "Show schema of import…").await;
    window.sees("PostgreSQL database dump").await;
    screens.inspect("branchSchema-filled").await;
    escape(window).await;

    // Only one branch has the other database.
    window.press("main").await;
    choose(window, "Compare schema of main…").await;
    window.sees("compared with").await;
    window.press("Database").await;
    window.press("ledger").await;
    window.sees("Couldn’t compare the schemas").await;
    screens.inspect("compareSchemas-refused").await;
    escape(window).await;

    window.press("preview/pr-42").await;
    choose(window, "Compare schema of preview/pr-42…").await;
    window.sees("compared with main").await;
    let all = branches.as_array().unwrap();
    let preview = all.iter().find(|it| it["name"] == "preview/pr-42").unwrap();
    let reset = json!({
        "projectId": screens.project,
        "branchId": preview["id"],
        "restore": { "sourceId": screens.branch },
    });
    screens.ask("branch_restore", reset).await;
    screens.finished(&screens.project).await;
    window.sees("changed since they were read").await;
    screens.inspect("compareSchemas-stale").await;
    escape(window).await;
}

/// On a server of the branch, as the owner of its database.
pub async fn run(screens: &AccountScreens<'_>, branch: &str, statements: &str) {
    let (platform, project) = (screens.platform, &screens.project);
    let of = format!("branch_id={branch}&database_name=svcdb&role_name=svcdb_owner");
    let path = format!("/projects/{project}/connection_uri?{of}");
    let reply = platform.send("GET", &path, Value::Null).await.json();
    let url = reply["uri"].as_str().unwrap();
    secrets::note(url);
    let client = sql::connect(&platform.running.ca_file, url).await;
    sql::run(&client, statements).await;
}
