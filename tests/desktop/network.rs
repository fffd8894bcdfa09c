//! The page of contacted hosts, and that nobody else is contacted.

use std::collections::BTreeSet;

use plinth_tests::shell;
use plinth_tests::watched::{self, Network};
use serde_json::{Value, json};
use testkit::process::ChildGuard;

use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::journey::one_click;
use crate::updates::{self, Packed};

/// The window as a person starts it, without a driver, in a network of its own. The command line asks it, as it has the
/// data folder.
#[tokio::test(flavor = "multi_thread")]
async fn the_window_contacts_what_it_lists_and_nothing_else() {
    let Some(network) = Network::enter().await else {
        let test = "network::the_window_contacts_what_it_lists_and_nothing_else";
        return watched::run_inside(test).await;
    };
    let (desktop, releases, _image) = updates::start("network-watched", Packed::AppImage).await;
    let mut app = desktop.app();
    let window = ChildGuard::start(&mut app);
    testkit::until("the window is shown", async || desktop.shows_window()).await;
    let socket = desktop.data().join("run/host.sock");
    testkit::until("the window has the folder", async || socket.exists()).await;
    assert_eq!(
        network.seen().await.contacts(),
        BTreeSet::new(),
        "at its start"
    );

    let platform = &network.platform;
    let ca_file = platform.ca_file.to_str().unwrap();
    let add = ["accounts", "add", "--name", "Shop", "--ca-file", ca_file];
    let at = [
        "--base-url",
        &platform.base_url,
        "--instant-url",
        &platform.instant_url,
    ];
    plinth(
        &desktop,
        &[&add[..], &at].concat(),
        &format!("{}\n", platform.key),
    )
    .await;
    plinth(
        &desktop,
        &["projects", "create", "--name", "shop", "--wait"],
        "",
    )
    .await;
    plinth(&desktop, &["temp", "create", "--service", "Shop"], "").await;
    let listed = plinth(&desktop, &["network", "list"], "").await;
    let seen = network.seen().await;
    assert_eq!(seen.contacts(), watched::listed(&listed), "{listed:#}");
    assert_eq!(seen.names, BTreeSet::new(), "no name had to be looked up");
    let items = listed.as_array().unwrap();
    assert!(
        items.iter().any(|it| it["reason"] == "managementApi"),
        "{listed:#}"
    );
    assert!(items.iter().all(|it| it["isLocal"] == true), "{listed:#}");
    assert_eq!(
        releases.server.request_count(),
        0,
        "nobody asked for updates"
    );

    // The person has switched updates on.
    drop(window);
    let settings = desktop.data().join("settings.json");
    std::fs::write(settings, json!({ "checkForUpdates": true }).to_string()).unwrap();
    let _window = ChildGuard::start(&mut app);
    releases.server.received(1).await;
    let listed = plinth(&desktop, &["network", "list"], "").await;
    assert_eq!(
        network.seen().await.contacts(),
        watched::listed(&listed),
        "{listed:#}"
    );
    let items = listed.as_array().unwrap();
    assert!(
        items.iter().any(|it| it["reason"] == "updates"),
        "{listed:#}"
    );
}

/// What a command of the real command line answers.
async fn plinth(desktop: &Desktop, args: &[&str], input: &str) -> Value {
    let mut command = desktop.command(shell::program().to_str().unwrap());
    command.env("PLINTH_DATA_DIR", desktop.data());
    command.args(args).arg("--json");
    command.stdout(std::process::Stdio::piped());
    command.stderr(std::process::Stdio::piped());
    let said = shell::said(command.into(), input).await;
    assert_eq!(said.code, Some(0), "{args:?}: {said:#?}");
    serde_json::from_str(&said.out).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_appear_as_they_are_contacted_and_stay_after_a_restart() {
    let look = WindowOptions::default();
    let mut desktop = Desktop::start("network", Keychain::Unlocked, look).await;
    let window = desktop.open().await;
    let id = one_click(&window).await;
    window.go("#/settings").await;
    window.press("Show contacted hosts").await;
    window.sees("It sends no telemetry").await;
    window.sees("Instant service").await;
    assert!(
        !window.text().await.contains("Connection test"),
        "nothing was tested"
    );
    let source = json!({ "kind": "temporary", "id": id });
    let check = json!({ "source": source });
    window
        .command("connect_check", check.clone())
        .await
        .unwrap();
    window.sees("Connection test").await;
    let before = row(&window, "connectionTest").await;
    window.command("connect_check", check).await.unwrap();
    window
        .until("the row counts on", || async {
            row(&window, "connectionTest").await["count"].as_f64() > before["count"].as_f64()
        })
        .await;
    let counted = row(&window, "connectionTest").await;
    assert_eq!(counted["firstAt"], before["firstAt"]);
    window.fill("Filter hosts", "test").await;
    window.no_longer_sees("Instant service").await;
    desktop.quit(window).await;

    let window = desktop.open().await;
    window.go("#/network").await;
    window.sees("Connection test").await;
    let kept = row(&window, "connectionTest").await;
    assert_eq!(kept["count"], counted["count"], "a restart forgets nothing");
    desktop.quit(window).await;
}

/// A host as it is listed for this reason.
async fn row(window: &Window, reason: &str) -> Value {
    let network = window.command("network_list", json!({})).await.unwrap();
    let items = network["items"].as_array().unwrap();
    let found = items.iter().find(|it| it["reason"] == reason);
    found.cloned().unwrap_or_default()
}
