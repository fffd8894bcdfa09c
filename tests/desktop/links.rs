//! `plinth://` links, opened as the system opens them: by starting the program with one.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;

use serde_json::{Value, json};
use testkit::hostile_links;

use crate::agent::agent;
use crate::folders::branch_in_sandbox;
use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::journey::{enter_sandbox, one_click};

/// So many hostile links are opened one after the other.
const HOSTILE: usize = 100;

#[tokio::test(flavor = "multi_thread")]
async fn a_link_opens_in_the_window_that_runs_and_at_the_next_first_start() {
    let (mut desktop, window) = running("links").await;
    enter_sandbox(&window).await;
    let source = branch_in_sandbox(&window).await;
    let [account, project] = ["accountId", "projectId"].map(|name| text(&source[name]));
    let branch = text(&source["request"]["branchId"]);
    let link = format!("plinth://project/{project}/branch/{branch}");
    let place = format!("#/project?account={account}&branch={branch}&id={project}&tab=branches");

    window.go("#/settings").await;
    let _cover = desktop.cover();
    assert!(!desktop.is_on_top(), "nothing covers the window");
    desktop.follow(&link).await;
    is_at(&window, &place).await;
    window.sees("shop-prod").await;
    window
        .until("the window is raised", || async { desktop.is_on_top() })
        .await;

    desktop.follow("plinth://project/nowhere-1").await;
    let banner = window.text_of("link-banner").await;
    assert!(
        banner.contains("No connected account lists this project"),
        "{banner}"
    );
    assert_eq!(at(&window).await, place, "it went somewhere");
    // Only a click asks the account.
    window.press("Look in Sandbox").await;
    is_at(
        &window,
        &format!("#/project?account={account}&id=nowhere-1"),
    )
    .await;
    window.sees("Show projects").await;

    let made = window
        .command("temporary_create", json!({ "options": options() }))
        .await;
    let row = text(&made.unwrap()["id"]);
    desktop.follow(format!("PLINTH://temporary/{row}/")).await;
    is_at(&window, &format!("#/temporary?id={row}")).await;
    follow_to_nothing(&desktop, &window).await;
    desktop.follow("plinth://history").await;
    is_at(&window, "#/history").await;
    window.no_longer_sees("This temporary database").await;
    desktop.quit(window).await;

    let window = desktop.open_with(&[&link]).await;
    is_at(&window, &place).await;
    window.sees("shop-prod").await;
    desktop.quit(window).await;
}

/// A link to a temporary database that is not in the list.
pub async fn follow_to_nothing(desktop: &Desktop, window: &Window) {
    desktop
        .follow("plinth://temporary/0198f3a0-7c1e-7d3a-9a55-0d3f6f2b1c11")
        .await;
    window
        .sees("This temporary database isn’t in the list")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_first_choice_a_link_waits_and_beside_an_agent_it_opens() {
    let mut desktop =
        Desktop::start("links-agent", Keychain::Unlocked, WindowOptions::default()).await;
    desktop.unset("PLINTH_ALLOW_SECOND");
    let mut agent = agent(&desktop).await;
    let window = desktop.open_with(&["plinth://settings"]).await;
    window
        .sees("Choose a way to start first, then open the link again.")
        .await;
    window.sees("Welcome to Plinth").await;
    desktop.follow("plinth://settings/../keys").await;
    window.sees("It doesn’t name a place in Plinth").await;
    window.press("Start in the sandbox").await;
    window.sees("Create project").await;
    window.press("Cancel").await;
    window.no_dialog().await;
    desktop.follow("plinth://settings").await;
    is_at(&window, "#/settings").await;
    window.sees("Appearance").await;
    agent.child().kill().unwrap();
    agent.child().wait().unwrap();
    // Its host is gone: where the link leads is asked of whoever takes over.
    desktop.follow("plinth://project/nowhere-1").await;
    window.sees("No connected account lists this project").await;
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_links_leave_the_window_where_it_was_and_change_nothing() {
    let (mut desktop, window) = running("links-hostile").await;
    let row = one_click(&window).await;
    let place = format!("#/temporary?id={row}");
    is_at(&window, &place).await;
    window
        .until("the history says that its string was copied", || async {
            let entries = &state(&window).await["activity_list"];
            let mut entries = entries["items"].as_array().unwrap().iter();
            entries.any(|entry| entry["temporaryId"] == row && entry["action"] == "Copy connection")
        })
        .await;
    let before = state(&window).await;
    let script = "window.ran = 0; window.alert = () => { window.ran += 1 }";
    window.script(script, Vec::new()).await;

    let hostile = hostile();
    assert_eq!(hostile.len(), HOSTILE);
    for link in &hostile {
        desktop.follow(link).await;
        let still = at(&window).await;
        assert_eq!(still, place, "{link:?} led elsewhere");
    }
    let banner = window.text_of("link-banner").await;
    assert_eq!(
        banner.split_whitespace().collect::<Vec<_>>().join(" "),
        "A link wasn’t opened. It doesn’t name a place in Plinth, and nothing was changed. Dismiss"
    );
    assert_eq!(window.script("return window.ran", Vec::new()).await, 0);
    let page = window.page().await;
    for echoed in ["onerror", "DROP TABLE", "evil.example", "touch owned"] {
        assert!(!page.contains(echoed), "the page holds `{echoed}`");
    }
    let after = state(&window).await;
    for (name, before) in before.as_object().unwrap() {
        assert_eq!(&after[name], before, "`{name}` was changed");
    }
    // It is alive.
    window.press("Dismiss").await;
    window.no_longer_sees("A link wasn’t opened").await;
    desktop.follow("plinth://settings").await;
    is_at(&window, "#/settings").await;
    desktop.quit(window).await;
}

/// A window that takes the links of programs that are started beside it.
async fn running(name: &str) -> (Desktop, Window) {
    let mut desktop = Desktop::start(name, Keychain::Unlocked, WindowOptions::default()).await;
    desktop.unset("PLINTH_ALLOW_SECOND");
    let window = desktop.open().await;
    (desktop, window)
}

/// From all over the list, and what no text can hold. An argument has no NUL.
fn hostile() -> Vec<OsString> {
    let no_text = [
        &b"plinth://project/\xff\xfe"[..],
        b"plinth://settings\xc0\xae",
        b"\xe2\x82plinth://settings",
    ];
    let mut links: Vec<OsString> = no_text
        .iter()
        .map(|bytes| OsStr::from_bytes(bytes).to_owned())
        .collect();
    let mut all = hostile_links::all();
    all.retain(|link| !link.contains('\0') && !link.starts_with('-'));
    let wanted = HOSTILE - links.len();
    let step = all.len() / wanted;
    links.extend(
        all.into_iter()
            .step_by(step)
            .take(wanted)
            .map(OsString::from),
    );
    links
}

/// What a link must not change.
async fn state(window: &Window) -> Value {
    let list = json!({ "filter": {}, "before": null, "limit": 100 });
    let mut all = json!({});
    for (name, arguments) in [
        ("account_list", json!({})),
        ("settings_get", json!({})),
        ("folder_list", json!({})),
        ("activity_list", list),
    ] {
        all[name] = window.command(name, arguments).await.unwrap();
    }
    let rows = window.command("temporary_list", json!({})).await.unwrap();
    let rows = rows["items"].as_array().unwrap().iter();
    all["temporary_list"] = rows
        .map(|row| json!([row["id"], row["state"], row["name"]]))
        .collect();
    all
}

async fn at(window: &Window) -> String {
    text(&window.script("return location.hash", Vec::new()).await)
}

pub async fn is_at(window: &Window, place: &str) {
    window
        .until(&format!("the window is at {place}"), || async {
            at(window).await == place
        })
        .await;
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn options() -> Value {
    json!({
        "place": null, "reference": "plinth", "logicalReplication": false, "envPath": null,
        "envKey": "DATABASE_URL", "envPrefix": "PUBLIC_", "seedPath": null
    })
}
