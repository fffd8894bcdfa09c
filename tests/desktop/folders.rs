//! Project folders: added, given a database, and found again after the window was killed.

mod killed;

use std::path::Path;

use serde_json::{Value, json};
use testkit::sql;

use crate::harness::{Desktop, Keychain, Window, WindowOptions, secrets};
use crate::journey::{enter_sandbox, sandbox, temporary_list};

const SEED: &str = "CREATE TABLE kept (n int);\nINSERT INTO kept VALUES (7);\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_gets_its_database_and_another_one_once_that_expired() {
    let (mut desktop, window) = in_sandbox("folders").await;
    let shop = desktop.project("shop");
    std::fs::write(shop.join(".env"), "MINE=1\n").unwrap();
    std::fs::write(shop.join("seed.sql"), SEED).unwrap();
    add(&desktop, &window, &[&shop]).await;
    set_seed(&window).await;

    next_step(&window, "Set up database…").await;
    let change = window.text_of("env-diff").await;
    assert!(change.contains("DATABASE_URL="), "{change}");
    assert!(window.text_of("seed-plan").await.contains("2 statements"));
    assert_eq!(
        env_of(&shop),
        "MINE=1\n",
        "written before the change was agreed to"
    );
    assert!(temporary_list(&window).await.is_empty(), "made unasked");
    window.press("Create database").await;
    until_state(&window, "filled").await;
    let first = value_of(&shop, "DATABASE_URL");
    assert!(env_of(&shop).starts_with("MINE=1\n"));
    assert_eq!(rows_of(&window, &first).await, ["7"]);
    assert_eq!(temporary_list(&window).await.len(), 1);

    window
        .command("sandbox_advance", json!({ "seconds": 73 * 3600 }))
        .await
        .unwrap();
    until_state(&window, "expired").await;
    next_step(&window, "Replace…").await;
    window.text_of("env-diff").await;
    assert_eq!(value_of(&shop, "DATABASE_URL"), first, "replaced unasked");
    window.press("Replace database").await;
    until_state(&window, "filled").await;
    let second = value_of(&shop, "DATABASE_URL");
    assert_ne!(first, second);
    assert!(env_of(&shop).starts_with("MINE=1\n"));
    assert_eq!(
        rows_of(&window, &second).await,
        ["7"],
        "without the same seed"
    );
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_else_wrote_is_never_touched_and_a_tick_writes_by_itself() {
    let (mut desktop, window) = in_sandbox("folders-foreign").await;
    let (blog, shop) = (desktop.project("blog"), desktop.project("shop"));
    let theirs = "DATABASE_URL=postgres://ada:somebody-elses-password@db.example/blog # mine\n";
    secrets::note("somebody-elses-password");
    std::fs::write(blog.join(".env"), theirs).unwrap();
    add(&desktop, &window, &[&blog, &shop]).await;
    // The last of several is the one that is open.
    next_step(&window, "Set up database…").await;
    window.text_of("env-diff").await;
    window
        .press("Write this env file without review from now on")
        .await;
    window.press("Create database").await;
    until_state(&window, "filled").await;
    let first = value_of(&shop, "DATABASE_URL");
    window
        .until("the tick is kept", || async {
            folder(&window, "shop").await["settings"]["writeWithoutAsking"] == true
        })
        .await;

    // Somebody takes it out again: the database is alive, and is written without a question.
    std::fs::remove_file(shop.join(".env")).unwrap();
    window
        .script("dispatchEvent(new Event('focus'))", vec![])
        .await;
    until_state(&window, "absent").await;
    window.no_dialog().await;
    next_step(&window, "Set up database…").await;
    until_state(&window, "filled").await;
    assert_eq!(value_of(&shop, "DATABASE_URL"), first);
    assert_eq!(temporary_list(&window).await.len(), 1, "made a second one");

    // The same folder by another path is the row that is there.
    desktop.picks_folders(&[&shop.join("../blog")]);
    window.press("Add folder…").await;
    window.sees("blog is already in the list").await;
    window.sees("Set elsewhere").await;
    let id = folder(&window, "blog").await["id"].clone();
    let ensure = json!({ "replace": true, "production": false });
    window
        .command(
            "folder_ensure",
            json!({ "id": id, "planId": null, "ensure": ensure }),
        )
        .await
        .unwrap_err();
    assert_eq!(env_of(&blog), theirs);
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_folder_is_added_and_databases_of_others_are_imported() {
    let (mut desktop, window) = in_sandbox("folders-drop").await;
    window.sees("No temporary databases yet").await;
    let (shop, wiki) = (desktop.project("shop"), desktop.project("wiki"));
    let dragged = desktop.drag(&[&shop, &wiki]);
    window.sees("Drop to add project folders").await;
    dragged.drop_here().unwrap();
    window.sees("shop and wiki added").await;
    window.no_longer_sees("Drop to add project folders").await;
    assert_eq!(folders(&window).await.len(), 2);
    let left = desktop.drag(&[&shop]);
    window.sees("Drop to add project folders").await;
    left.leave().unwrap();
    window.no_longer_sees("Drop to add project folders").await;

    let blog = desktop.project("blog");
    let theirs = "A=1\nBLOG_URL='postgres://ada:imported-password-1@db.example/blog'\n";
    secrets::note("imported-password-1");
    std::fs::write(blog.join(".env.local"), theirs).unwrap();
    std::fs::write(blog.join("notes.txt"), theirs).unwrap();
    desktop.picks_folders(&[&desktop.project("nothing")]);
    window.press("Import…").await;
    window.press("Choose folders…").await;
    window.sees("No databases found").await;
    desktop.picks_folders(&[&blog]);
    window.press("Choose other folders…").await;
    let found = window.text_of("found-database").await;
    assert!(
        found.contains("BLOG_URL") && found.contains(".env.local") && found.contains("line 2"),
        "{found}"
    );
    assert!(!found.contains("imported-password-1"), "{found}");
    window.press("BLOG_URL").await;
    window.press("Import 1 database").await;
    window.sees("1 database imported").await;
    let imported = folder(&window, "blog").await;
    assert_eq!(
        (
            &imported["settings"]["envFile"],
            &imported["settings"]["variable"]
        ),
        (&json!(".env.local"), &json!("BLOG_URL"))
    );
    assert_eq!(
        std::fs::read_to_string(blog.join(".env.local")).unwrap(),
        theirs
    );
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_password_is_written_to_every_folder_that_used_the_former_one() {
    let (mut desktop, window) = in_sandbox("folders-former").await;
    let source = branch_in_sandbox(&window).await;
    let (blog, shop) = (desktop.project("blog"), desktop.project("shop"));
    for folder in [&blog, &shop] {
        std::fs::write(folder.join(".env"), "MINE=1\n").unwrap();
        give(&window, folder, &source).await;
    }
    let former = value_of(&shop, "DATABASE_URL");
    assert_eq!(sql_of(&window, &former, "SELECT 1::text").await, ["1"]);
    reset_password(&window, &source).await;
    window.go("#/folders").await;
    window.sees("2 folders have an old connection string").await;
    window.press("Review and write…").await;
    window.text_of("env-diff").await;
    assert_eq!(value_of(&shop, "DATABASE_URL"), former, "written unseen");
    window.press("Write to 2 folders").await;
    window.sees("2 env files written").await;
    window.no_dialog().await;
    window.no_longer_sees("have an old connection string").await;
    let now = value_of(&shop, "DATABASE_URL");
    assert_ne!(former, now);
    assert_eq!(value_of(&blog, "DATABASE_URL"), now);
    assert!(env_of(&shop).starts_with("MINE=1\n"));
    assert_eq!(sql_of(&window, &now, "SELECT 1::text").await, ["1"]);
    desktop.quit(window).await;
}

/// A database of a new project in the sandbox, as the source of folders.
pub async fn branch_in_sandbox(window: &Window) -> Value {
    let account = window.command("account_list", json!({})).await.unwrap()[0]["id"].clone();
    let create = json!({ "accountId": account, "create": { "name": "shop-prod" } });
    let made = window.eventually("project_create", create).await;
    let project = made["project"]["id"].clone();
    settle(window, &account, &project).await;
    let list = json!({ "accountId": account, "projectId": project, "includeDeleted": false });
    let branch = window.command("branch_list", list).await.unwrap()[0]["id"].clone();
    let request = json!({
        "branchId": branch, "computeId": null, "database": "svcdb", "role": "svcdb_owner", "pooled": false,
    });
    json!({ "kind": "branch", "accountId": account, "projectId": project, "request": request })
}

async fn settle(window: &Window, account: &Value, project: &Value) {
    let request = json!({ "accountId": account, "projectId": project, "cursor": null });
    window
        .until("the project's operations have ended", || async {
            let page = window.command("operation_page", request.clone()).await;
            let items = page.unwrap()["items"].clone();
            let items = items.as_array().unwrap();
            items.iter().all(|each| each["isOver"] == true)
        })
        .await;
}

/// Gives the role of this source another password, and forgets it.
pub async fn reset_password(window: &Window, source: &Value) {
    let (account, project) = (&source["accountId"], &source["projectId"]);
    let role = json!({
        "accountId": account, "projectId": project, "branchId": source["request"]["branchId"], "name": "svcdb_owner",
    });
    let made = window.command("role_reset_password", role).await.unwrap();
    let secret = json!({ "id": made["password"]["id"] });
    window
        .command("one_time_secret_forget", secret)
        .await
        .unwrap();
    settle(window, account, project).await;
}

/// Adds a folder with this source, and writes its env file.
pub async fn give(window: &Window, folder: &Path, source: &Value) {
    let settings = json!({
        "envFile": ".env", "variable": "DATABASE_URL", "publicPrefix": "VITE_", "referrer": "plinth",
        "seed": null, "source": source, "writeWithoutAsking": true,
    });
    let add = json!({ "path": folder, "settings": settings });
    let added = window.command("folder_add", add).await.unwrap();
    let ensure = json!({
        "id": added["id"], "planId": null, "ensure": { "replace": false, "production": false },
    });
    window.command("folder_ensure", ensure).await.unwrap();
}

async fn in_sandbox(name: &str) -> (Desktop, Window) {
    let mut desktop = Desktop::start(name, Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    enter_sandbox(&window).await;
    (desktop, window)
}

/// Adds folders as a person does, and waits until the last of them is open.
async fn add(desktop: &Desktop, window: &Window, paths: &[&Path]) {
    window.go("#/folders").await;
    window.sees("No project folders yet").await;
    desktop.picks_folders(paths);
    window.press("Add a project folder…").await;
    window.text_of("folder-state").await;
}

/// Has the open folder seeded with `seed.sql`.
async fn set_seed(window: &Window) {
    window.press("Settings…").await;
    window.fill("SQL file (seed) optional", "seed.sql").await;
    window.press("Save settings").await;
    window.no_dialog().await;
}

/// Presses the next step beside the state. The row in the list has a button of the same name.
pub async fn next_step(window: &Window, words: &str) {
    let script = "const [button] = document.querySelectorAll('[data-testid=folder-state] button');
        const is_it = button?.innerText === arguments[0];
        if (is_it) button.click();
        return is_it";
    window
        .until(&format!("the next step is `{words}`"), || async {
            window.script(script, vec![json!(words)]).await == true
        })
        .await;
}

/// Waits until the folder that is open, or the only one there is, is in this state.
async fn until_state(window: &Window, state: &str) {
    let row = format!("[data-testid=folder-row][data-state={state}]");
    let script =
        "const row = document.querySelector(arguments[0]); row?.click(); return row !== null";
    window
        .until(&format!("a folder is `{state}`"), || async {
            let busy = folders(window).await.iter().any(|it| it["busy"] == true);
            !busy && window.script(script, vec![json!(row)]).await == true
        })
        .await;
    window.text_of("folder-state").await;
}

async fn folders(window: &Window) -> Vec<Value> {
    let list = window.command("folder_list", json!({})).await.unwrap();
    list["items"].as_array().unwrap().clone()
}

async fn folder(window: &Window, name: &str) -> Value {
    let mut all = folders(window).await.into_iter();
    all.find(|it| it["name"] == name).unwrap()
}

fn env_of(folder: &Path) -> String {
    std::fs::read_to_string(folder.join(".env")).unwrap()
}

fn value_of(folder: &Path, variable: &str) -> String {
    let env = env_of(folder);
    let begin = format!("{variable}=");
    let value = env.lines().find_map(|line| line.strip_prefix(&begin));
    value.unwrap().trim_matches(['"', '\'']).to_owned()
}

async fn rows_of(window: &Window, url: &str) -> Vec<String> {
    sql_of(window, url, "SELECT n FROM kept").await
}

async fn sql_of(window: &Window, url: &str, query: &str) -> Vec<String> {
    let authority = sandbox(window).await["caFile"].as_str().unwrap().to_owned();
    let client = sql::connect(authority.as_ref(), url).await;
    sql::column(&client, query).await
}
