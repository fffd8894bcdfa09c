//! Folders whose window is killed while it gives them their database.

use plinth_tests::killed::STEPS_OF_ENSURE;
use plinth_tests::{is_thorough, names_in};
use serde_json::json;

use super::{
    SEED, add, env_of, folder, in_sandbox, next_step, rows_of, set_seed, until_state, value_of,
};
use crate::harness::{Desktop, Window};
use crate::journey::{sandbox, temporary_list};

/// One of each state but "absent", for the usual run.
const USUAL: [&str; 3] = ["CreateAnswered", "FolderNoted", "EnvRenamed"];

#[tokio::test(flavor = "multi_thread")]
async fn a_window_killed_at_any_step_goes_on_with_the_same_database() {
    let (mut desktop, mut window) = in_sandbox("folders-killed-at").await;
    window.go("#/folders").await;
    let is_wanted = |point: &str| USUAL.contains(&point) || is_thorough();
    for (point, left) in STEPS_OF_ENSURE.iter().filter(|it| is_wanted(it.0)) {
        let shop = desktop.project(point);
        std::fs::write(shop.join(".env"), "MINE=1\n").unwrap();
        std::fs::write(shop.join("seed.sql"), SEED).unwrap();
        let add = json!({ "path": shop, "settings": null });
        let added = window.command("folder_add", add).await.unwrap();
        let (id, mut settings) = (added["id"].clone(), added["settings"].clone());
        settings["seed"] = json!({ "type": "sql-script", "path": "seed.sql" });
        let change = json!({ "id": id, "settings": settings });
        window.command("folder_change", change).await.unwrap();
        let before = temporary_list(&window).await.len();
        open_folder(&window, point, "absent").await;
        next_step(&window, "Set up database…").await;
        window.text_of("env-diff").await;
        desktop.is_killed_at(point);
        window.press("Create database").await;
        desktop.killed(window).await;
        assert!(env_of(&shop).starts_with("MINE=1\n"), "{point}");

        window = reopen(&mut desktop).await;
        open_folder(&window, point, left).await;
        let (step, submit) = match *left {
            "absent" => ("Set up database…", "Create database"),
            "unclear" => ("Replace…", "Create database"),
            "unfinished" => ("Continue…", "Write env file"),
            _ => ("Run seed again…", "Run SQL file"),
        };
        next_step(&window, step).await;
        window.press(submit).await;
        open_folder(&window, point, "filled").await;
        window.no_dialog().await;
        assert!(env_of(&shop).starts_with("MINE=1\n"), "{point}");
        let url = value_of(&shop, "DATABASE_URL");
        assert_eq!(rows_of(&window, &url).await, ["7"], "{point}");
        // An answer that was lost is a database that may be there, and a row that says so.
        let rows = if *left == "unclear" { 2 } else { 1 };
        assert_eq!(
            temporary_list(&window).await.len() - before,
            rows,
            "{point}"
        );
        assert_eq!(names_in(&shop), [".env", "seed.sql"], "{point}");
        window
            .command("folder_remove", json!({ "id": id }))
            .await
            .unwrap();
    }
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_the_seed_runs_it_runs_again_on_the_same_database() {
    let (mut desktop, window) = in_sandbox("folders-killed").await;
    let shop = desktop.project("shop");
    std::fs::write(
        shop.join("seed.sql"),
        format!("{SEED}SELECT pg_sleep(600);\n"),
    )
    .unwrap();
    add(&desktop, &window, &[&shop]).await;
    set_seed(&window).await;
    next_step(&window, "Set up database…").await;
    window.text_of("env-diff").await;
    window.press("Create database").await;
    window
        .until("the seed runs", || async {
            let rows = temporary_list(&window).await;
            rows.first()
                .is_some_and(|row| row["seed"]["status"] == "running")
        })
        .await;
    let written = value_of(&shop, "DATABASE_URL");
    desktop.kill(window).await;

    std::fs::write(shop.join("seed.sql"), SEED).unwrap();
    let window = reopen(&mut desktop).await;
    until_state(&window, "unseeded").await;
    next_step(&window, "Run seed again…").await;
    window.sees("runs again on the same database").await;
    window.press("Run SQL file").await;
    until_state(&window, "filled").await;
    assert_eq!(value_of(&shop, "DATABASE_URL"), written);
    assert_eq!(rows_of(&window, &written).await, ["7"]);
    assert_eq!(temporary_list(&window).await.len(), 1);
    desktop.quit(window).await;
}

/// Opens the folder once it stands so.
async fn open_folder(window: &Window, name: &str, state: &str) {
    window
        .until(&format!("{name} is `{state}`"), || async {
            let it = folder(window, name).await;
            it["state"] == state && it["busy"] == false
        })
        .await;
    until_state(window, state).await;
}

/// Opens the window again, at the folders, once its sandbox runs.
async fn reopen(desktop: &mut Desktop) -> Window {
    let window = desktop.open().await;
    window.sees("Projects").await;
    window.go("#/folders").await;
    window
        .until("the sandbox runs again", || async {
            sandbox(&window).await["caFile"].is_string()
        })
        .await;
    window
}
