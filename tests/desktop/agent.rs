//! The window beside an agent: another process has the data folder, and the window asks it.

use serde_json::json;
use testkit::process::ChildGuard;

use crate::harness::{Desktop, Keychain, Window, WindowOptions};

#[tokio::test(flavor = "multi_thread")]
async fn the_window_asks_an_agent_leaves_it_running_and_goes_on_when_it_is_killed() {
    let mut desktop = Desktop::start("agent", Keychain::Unlocked, WindowOptions::default()).await;
    let mut agent = agent(&desktop).await;
    let window = desktop.open().await;
    window.sees("Welcome to Plinth").await;
    let started = window.command("sandbox_start", json!({})).await.unwrap();
    let sandbox = started["running"]["instantUrl"]
        .as_str()
        .unwrap()
        .to_owned();
    let settings = window.command("settings_get", json!({})).await.unwrap();
    let mut dark = settings.clone();
    dark["appearance"] = json!("dark");
    window
        .command("settings_set", json!({ "settings": dark }))
        .await
        .unwrap();
    let plan = window.command("app_quit_plan", json!({})).await.unwrap();
    assert_eq!(
        plan["plan"]["sandboxDatabases"], 0,
        "nothing ends with the window"
    );

    window.ask_to_quit().await;
    desktop.window_is_gone(window).await;
    assert!(
        agent.child().try_wait().unwrap().is_none(),
        "the agent ended"
    );
    assert!(answers(&sandbox).await, "the sandbox ended with the window");

    let window = desktop.open().await;
    let state = window.command("sandbox_state", json!({})).await.unwrap();
    assert_eq!(state["running"]["instantUrl"], json!(sandbox));
    assert_eq!(appearance(&window).await, "dark");

    agent.child().kill().unwrap();
    agent.child().wait().unwrap();
    // The window has the folder from then on, and starts the sandbox as at each start.
    let running = async || {
        let state = window.command("sandbox_state", json!({})).await;
        state.is_ok_and(|state| state["status"] == "running")
    };
    window.until("the window's own sandbox runs", running).await;
    assert_eq!(appearance(&window).await, "dark");
    window
        .command("settings_set", json!({ "settings": settings }))
        .await
        .unwrap();
    window
        .until("the page is light again", || async {
            appearance(&window).await != "dark"
        })
        .await;
    desktop.quit(window).await;
}

/// A host without a window, which has the data folder.
pub async fn agent(desktop: &Desktop) -> ChildGuard {
    let program = env!("CARGO_BIN_EXE_host-process");
    let mut command = desktop.command(program);
    command.arg("agent").env("PLINTH_DATA_DIR", desktop.data());
    let agent = ChildGuard::start(&mut command);
    let socket = desktop.data().join("run/host.sock");
    testkit::until("the agent listens", async || socket.exists()).await;
    agent
}

async fn answers(url: &str) -> bool {
    let address = testkit::http::address(url);
    tokio::net::TcpStream::connect(address).await.is_ok()
}

/// What the page is drawn in.
async fn appearance(window: &Window) -> String {
    let theme = window
        .script(
            "return document.documentElement.dataset.theme ?? 'light'",
            Vec::new(),
        )
        .await;
    theme.as_str().unwrap_or_default().to_owned()
}
