//! Files that are dropped on the window: what a drop would do is said before, and nothing is done without a click.

use serde_json::{Value, json};
use testkit::sql;

use crate::harness::{Desktop, Keychain, Window, WindowOptions, secrets};
use crate::journey::{enter_sandbox, one_click, reveal, sandbox, temporary_list};

const SCHEMA: &str = "CREATE TABLE kept (n int);\nINSERT INTO kept VALUES (7);\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_sql_file_runs_on_the_open_database_or_on_a_new_one_by_a_click() {
    let mut desktop =
        Desktop::start("drops-sql", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    let id = one_click(&window).await;
    let name = temporary_list(&window).await[0]["name"]
        .as_str()
        .unwrap()
        .to_owned();
    let schema = desktop.project("shop").join("schema.sql");
    std::fs::write(&schema, SCHEMA).unwrap();

    let dragged = desktop.drag(&[&schema]);
    window
        .sees(&format!("Drop to run schema.sql on {name}"))
        .await;
    dragged.drop_here().unwrap();
    assert!(window.text_of("seed-plan").await.contains("2 statements"));
    assert_eq!(window.value("SQL file").await, schema.to_str().unwrap());
    assert_eq!(
        row(&window, &id).await["seed"],
        Value::Null,
        "a drop ran it"
    );
    window.press("Run file").await;
    until_seeded(&window, &id).await;
    assert_eq!(kept(&window, &id).await, ["7"]);
    window.press("Close").await;
    window.no_dialog().await;

    window.go("#/settings").await;
    window.sees("Appearance").await;
    let dragged = desktop.drag(&[&schema]);
    window
        .sees("Drop to run schema.sql on a new temporary database")
        .await;
    dragged.drop_here().unwrap();
    assert!(window.text_of("seed-plan").await.contains("2 statements"));
    assert_eq!(temporary_list(&window).await.len(), 1, "a drop made one");
    window.press("Create database").await;
    window
        .until("there is a second one", || async {
            temporary_list(&window).await.len() == 2
        })
        .await;
    let rows = temporary_list(&window).await;
    let second = rows.iter().find(|row| row["id"] != json!(id)).unwrap();
    let second = second["id"].as_str().unwrap();
    until_seeded(&window, second).await;
    assert_eq!(kept(&window, second).await, ["7"]);
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_to_the_question_keeps_a_dropped_sql_file_from_a_database_that_is_there() {
    let mut desktop =
        Desktop::start("drops-no", Keychain::Unlocked, WindowOptions::default()).await;
    desktop.set("PLINTH_ANSWER", "no");
    let window = desktop.open().await;
    let id = one_click(&window).await;
    let schema = desktop.project("shop").join("schema.sql");
    std::fs::write(&schema, SCHEMA).unwrap();
    // What only was over the window is not picked, and what was dropped counts for no other command.
    let dragged = desktop.drag(&[&schema]);
    window.sees("Drop to run schema.sql").await;
    dragged.leave().unwrap();
    window.no_longer_sees("Drop to run schema.sql").await;
    let folder = json!({ "path": schema.parent().unwrap(), "settings": null });
    refused(&window, "folder_add", folder.clone()).await;
    desktop.drag(&[&schema]).drop_here().unwrap();
    window.text_of("seed-plan").await;
    window.press("Run file").await;
    window.sees("Not confirmed, so nothing was done").await;
    assert_eq!(row(&window, &id).await["seed"], Value::Null);
    refused(&window, "folder_add", folder).await;
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_env_file_opens_the_import_and_other_files_are_refused() {
    let mut desktop =
        Desktop::start("drops-env", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    enter_sandbox(&window).await;
    let blog = desktop.project("blog");
    let theirs = "A=1\nBLOG_URL='postgres://ada:imported-password-2@db.example/blog'\n";
    secrets::note("imported-password-2");
    let (env, notes) = (blog.join(".env.local"), blog.join("notes.txt"));
    std::fs::write(&env, theirs).unwrap();
    std::fs::write(&notes, theirs).unwrap();

    for (files, title) in [
        (vec![notes.as_path()], "Plinth can’t open this file"),
        (
            vec![env.as_path(), notes.as_path()],
            "Drop one file at a time",
        ),
    ] {
        let dragged = desktop.drag(&files);
        let said = window.text_of("file-drop").await;
        assert!(said.contains(title), "{said}");
        dragged.drop_here().unwrap();
        window.sees(title).await;
        window.no_dialog().await;
    }

    let dragged = desktop.drag(&[&env]);
    window
        .sees("Drop to import databases from .env.local")
        .await;
    dragged.drop_here().unwrap();
    let found = window.text_of("found-database").await;
    assert!(
        found.contains("BLOG_URL") && found.contains(".env.local"),
        "{found}"
    );
    assert!(!found.contains("imported-password-2"), "{found}");
    let folders = window.command("folder_list", json!({})).await.unwrap();
    assert_eq!(folders["items"], json!([]), "a drop added one");
    window.press("Import 1 database").await;
    window.sees("1 database imported").await;
    let folders = window.command("folder_list", json!({})).await.unwrap();
    assert_eq!(folders["items"][0]["settings"]["envFile"], ".env.local");
    assert_eq!(std::fs::read_to_string(&env).unwrap(), theirs);
    desktop.quit(window).await;
}

async fn refused(window: &Window, name: &str, request: Value) {
    let error = window.command(name, request).await.unwrap_err();
    assert_eq!(error["code"], "cancelled", "{error}");
}

async fn row(window: &Window, id: &str) -> Value {
    window
        .command("temporary_get", json!({ "id": id }))
        .await
        .unwrap()
}

async fn until_seeded(window: &Window, id: &str) {
    window
        .until("the file has run", || async {
            row(window, id).await["seed"]["status"] == "done"
        })
        .await;
}

async fn kept(window: &Window, id: &str) -> Vec<String> {
    let url = reveal(window, id, "direct").await;
    let authority = sandbox(window).await["caFile"].as_str().unwrap().to_owned();
    let client = sql::connect(authority.as_ref(), &url).await;
    sql::column(&client, "SELECT n::text FROM kept").await
}
