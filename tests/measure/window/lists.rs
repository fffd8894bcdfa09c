//! The longest time in which the window stands still while a list other than that of projects is opened and scrolled.

use futures::{StreamExt as _, stream};
use serde_json::{Value, json};

use super::{OPENINGS, connected, measured, platform};
use crate::harness::Window;
use crate::median;
use crate::platform::Platform;

const TEMPORARY: usize = 1_000;
const BRANCHES: usize = 5_000;
const KEYS: usize = 10_000;
const ACTIONS: usize = 100_000;
/// So many requests are under way while lists are made.
const AT_ONCE: usize = 8;

/// From the click on a link until the list was scrolled to its end, the longest time in which nothing else could be done.
const OPEN: &str = "const place = arguments[0];
    let longest = 0, before = performance.now(), ended = false;
    const tick = () => {
        const now = performance.now();
        longest = Math.max(longest, now - before);
        before = now;
        if (ended) { window.__measured = longest; return; }
        setTimeout(tick);
    };
    const found = () => document.querySelector('main [role=grid], main [role=treegrid]');
    // The former screen stays until the next is drawn.
    const former = found(), grid = () => found() === former ? null : found();
    let step = 0, end = 0;
    const scroll = () => {
        const scroller = grid()?.parentElement;
        if (!scroller || ++step > 60) { setTimeout(() => { ended = true; }, 500); return; }
        scroller.scrollTop = scroller.scrollHeight * (step / 60);
        requestAnimationFrame(scroll);
    };
    const look = () => {
        if (!grid()?.querySelector('[data-key]')) { requestAnimationFrame(look); return; }
        // What comes after the first rows counts too.
        setTimeout(scroll, 1500);
    };
    setTimeout(() => { before = performance.now(); tick(); location.hash = place; look(); }, 200);";

/// In milliseconds, by what the list is of.
pub async fn lists() -> Value {
    let platform = platform(|config| {
        config.max_unclaimed = TEMPORARY;
        config.seed_projects = 1;
    })
    .await;
    let project = platform.send("GET", "/projects?limit=1", Value::Null).await;
    let project = project.json()["projects"][0]["id"].clone();
    let project = project.as_str().expect("a project").to_owned();
    fill(&platform, &project).await;
    let (mut desktop, window) = connected(&platform).await;
    let account = crate::typed::current(&window).await["id"].clone();
    let account = account.as_str().expect("an account").to_owned();
    let options = json!({
        "place": { "kind": "account", "accountId": account }, "reference": "plinth",
        "logicalReplication": false, "envPath": null, "envKey": "DATABASE_URL",
        "envPrefix": "PUBLIC_", "seedPath": null
    });
    for _ in 0..TEMPORARY {
        let made = window
            .command("temporary_create", json!({ "options": options }))
            .await;
        assert!(made.is_ok(), "{made:?}");
    }
    desktop.quit(window).await;
    log_actions(&desktop.data().join("plinth.db")).expect("the log is filled");

    let window = desktop.open().await;
    let branches = format!("#/project?account={account}&id={project}&tab=branches");
    let figures = json!({
        "temporary": opened(&window, "#/temporary").await,
        "branches": opened(&window, &branches).await,
        "keys": opened(&window, "#/keys").await,
        "actions": opened(&window, "#/history").await,
    });
    desktop.quit(window).await;
    platform.running.stop().await;
    figures
}

/// The middle of several openings, each in a page that has read nothing yet.
async fn opened(window: &Window, place: &str) -> f64 {
    let mut longest = Vec::new();
    for _ in 0..OPENINGS {
        window.go("#/settings").await;
        window.reload().await;
        window.no_skeleton().await;
        let figure = measured(window, OPEN, vec![json!(place)]).await;
        longest.push(figure.as_f64().expect("a figure"));
    }
    median(longest)
}

/// Branches of the project and keys of the account.
async fn fill(platform: &Platform, project: &str) {
    let branches = format!("/projects/{project}/branches");
    for number in 1..BRANCHES {
        let body = json!({ "branch": { "name": format!("feature-{number:05}") } });
        let reply = platform.send("POST", &branches, body).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        // It takes one change of a project at a time.
        platform.settled().await;
    }
    let keys = stream::iter(0..KEYS).map(async |number| {
        let body = json!({ "key_name": format!("deploy {number:05}") });
        let reply = platform.send("POST", "/api_keys", body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    });
    keys.buffer_unordered(AT_ONCE).collect::<()>().await;
}

/// Into the log of an app that is closed.
fn log_actions(file: &std::path::Path) -> rusqlite::Result<()> {
    let mut connection = rusqlite::Connection::open(file)?;
    let change = connection.transaction()?;
    for number in 0..ACTIONS {
        change.execute(
            "INSERT INTO activity (at, action, subject, place, outcome, operation_ids, words) \
             VALUES (?1, 'Create branch', ?2, 'Bench', 'done', '[]', ?3)",
            rusqlite::params![
                1_790_000_000_000_i64 + i64::try_from(number).unwrap_or_default(),
                format!("feature-{number:06}"),
                format!("create branch\nfeature-{number:06}\nbench"),
            ],
        )?;
    }
    change.commit()
}
