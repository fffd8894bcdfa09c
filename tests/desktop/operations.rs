//! What a platform works on, followed to its end whatever happens to the window; and when something is usable.

use std::time::Duration;

use sandbox::{Action, ClockMode, FaultKind, OperationFault};
use serde_json::{Value, json};

use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::journey::enter_sandbox;
use crate::projects::{connected, get, until_count};
use crate::{accounts, accounts::Platform};

const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test(flavor = "multi_thread")]
async fn an_operation_is_followed_to_its_end_over_a_restart() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.clock = ClockMode::Manual;
    })
    .await;
    let made = platform.project("Mill").await;
    let project = made["project"]["id"].as_str().unwrap();
    let (mut desktop, window, account) = connected("operations", &platform).await;
    platform.settled().await;
    platform.hold(Action::CreateBranch);

    window.go_to_project(&account, project, "branches").await;
    window.press("New branch…").await;
    window.fill("Name optional", "preview").await;
    window.press("Create branch").await;
    window
        .until("the branch is asked for", || async {
            platform.branches(project).await == ["main", "preview"]
        })
        .await;
    window.press("Done").await;
    window.no_dialog().await;
    window.go("#/history").await;
    let id = making_of_branch(&window).await;
    until_status(&window, &id, "running").await;
    desktop.quit(window).await;
    assert_eq!(platform.status(project, &id).await, "running");

    let window = desktop.open().await;
    window.go("#/projects").await;
    window.sees("1 project").await;
    window.go("#/history").await;
    until_status(&window, &id, "running").await;
    assert_eq!(platform.status(project, &id).await, "running");
    platform.running.advance(2 * HOUR).await.unwrap();
    until_status(&window, &id, "finished").await;
    window.sees("No running tasks").await;
    let row = format!("[data-operation=\"{id}\"]");
    until_count(&window, &row, 1).await;
    assert_eq!(platform.status(project, &id).await, "finished");
    let listed: Vec<_> = operations(&window)
        .await
        .into_iter()
        .filter(|it| it["operation"]["id"] == id.as_str())
        .collect();
    let [once] = &listed[..] else {
        panic!("it is there more than once: {listed:?}")
    };
    assert!(once["endedAt"].is_string(), "{once}");
    assert_eq!(once["clicked"]["target"], "Mill / preview", "{once}");
    assert_eq!(
        window
            .command("connection_probe_list", json!({}))
            .await
            .unwrap(),
        json!([]),
        "somebody waits for what nobody clicked in this run"
    );
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn usable_is_said_after_a_click_and_a_connection_only() {
    let mut desktop = Desktop::start("usable", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    enter_sandbox(&window).await;
    window
        .until("the sandbox is an account", || async {
            accounts::current(&window).await["state"] == "ready"
        })
        .await;
    window.go("#/projects").await;
    window.press("New project…").await;
    window.fill("Name optional", "shop").await;
    window.press("Create project").await;
    window.sees("shop created").await;
    window.press("Open project").await;
    window.no_dialog().await;
    window.press("Branches").await;
    window.press("main").await;
    window.sees("Connected in").await;
    assert_eq!(servers(&window).await, ["awake"]);
    desktop.quit(window).await;

    // Nobody clicked in this run, so nothing is said, and nothing was woken to find it out.
    let window = desktop.open().await;
    window.go("#/projects").await;
    window.press("shop").await;
    window.key("\u{e007}").await;
    window.press("Branches").await;
    window.press("main").await;
    window.sees("Suspended").await;
    until_count(&window, "[data-testid=usable]", 0).await;
    assert_eq!(
        window
            .command("connection_probe_list", json!({}))
            .await
            .unwrap(),
        json!([])
    );
    assert_eq!(servers(&window).await, ["asleep"]);
    desktop.quit(window).await;

    // A platform that says of a compute that it is active, and where nobody answers.
    let platform = Platform::start(false).await;
    let (mut desktop, window, account) = connected("unusable", &platform).await;
    let made = platform.project("Mill").await;
    let project = made["project"]["id"].as_str().unwrap();
    platform.settled().await;
    window.go_to_project(&account, project, "branches").await;
    window.press("New branch…").await;
    window.fill("Name optional", "preview").await;
    window.press("Create branch").await;
    window.press("Done").await;
    window.sees("Couldn’t connect").await;
    let text = window.text().await;
    assert!(!text.contains("Connected in") && !text.contains("Connected."));
    let computes = get(&platform, &format!("/projects/{project}/endpoints")).await;
    let states: Vec<_> = computes["endpoints"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["current_state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["active", "active"], "{computes}");
    desktop.quit(window).await;
    platform.running.stop().await;
}

impl Platform {
    /// The next operation of this kind lasts an hour by the platform's clock.
    fn hold(&self, action: Action) {
        let fault = OperationFault::once(action, FaultKind::Hold { seconds: 3600 });
        self.running.inject_operation_fault(fault).unwrap();
    }

    /// The status of an operation, by its own word.
    async fn status(&self, project: &str, id: &str) -> String {
        let path = format!("/projects/{project}/operations/{id}");
        let status = &get(self, &path).await["operation"]["status"];
        status.as_str().unwrap().to_owned()
    }
}

async fn operations(window: &Window) -> Vec<Value> {
    let all = window.command("operation_list", json!({})).await.unwrap();
    all.as_array().unwrap().clone()
}

/// Waits until the making of a branch is followed, and gives its operation's id.
async fn making_of_branch(window: &Window) -> String {
    let found = std::sync::Mutex::new(String::new());
    window
        .until("the operation is followed", || async {
            let all = operations(window).await;
            let making = all
                .iter()
                .find(|it| it["operation"]["action"] == "create_branch");
            making.is_some_and(|making| {
                let id = making["operation"]["id"].as_str().unwrap();
                id.clone_into(&mut found.lock().unwrap());
                true
            })
        })
        .await;
    found.into_inner().unwrap()
}

/// Waits until the row of an operation says so.
async fn until_status(window: &Window, id: &str, status: &str) {
    let script = "return document.querySelector(`[data-operation=\"${arguments[0]}\"]`)
        ?.closest('[role=row]')?.querySelector('[data-testid=operation-state]')?.dataset.status ?? null";
    window
        .until(&format!("the operation is `{status}`"), || async {
            window.script(script, vec![json!(id)]).await == status
        })
        .await;
}

/// How the sandbox's servers are.
async fn servers(window: &Window) -> Vec<String> {
    let running = crate::journey::sandbox(window).await;
    let servers = running["servers"].as_array().unwrap().iter();
    servers
        .map(|it| it["state"].as_str().unwrap().to_owned())
        .collect()
}
