//! From the start of the app to the projects that are kept, beside an empty window of the same web view.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::process::ChildGuard;

use super::{connect, connected, counted, platform, until_cached};
use crate::harness::Desktop;
use crate::median;

const KEPT_WITHIN: Duration = Duration::from_secs(10);
const ACCOUNTS: usize = 10;
/// In each of the ten accounts.
const PROJECTS: usize = 100;

/// `floor` is the program of the empty window.
pub async fn start(runs: usize, floor: &str, projects: usize) -> Value {
    let platform = platform(|config| config.seed_projects = projects).await;
    let (mut desktop, window) = connected(&platform).await;
    until_cached(&window, projects).await;
    window.sees(&counted(projects)).await;
    desktop.quit(window).await;
    let measured = beside(&desktop, floor, runs);
    platform.running.stop().await;
    measured
}

/// With ten accounts; then with a platform that takes connections and never answers, as where a network is broken; then with a
/// keychain that nobody unlocks.
pub async fn start_with(runs: usize, floor: &str) -> Value {
    let platform = platform(|config| config.seed_projects = PROJECTS).await;
    let (mut desktop, window) = connected(&platform).await;
    for number in 1..ACCOUNTS {
        let key = platform.key(&format!("bench {number}")).await;
        let name = format!("Bench {number}");
        connect(&desktop, &platform, &name, &key.token).await;
    }
    until_cached(&window, PROJECTS).await;
    desktop.quit(window).await;
    let accounts = beside(&desktop, floor, runs);

    let address = url::Url::parse(&platform.running.base_url).expect("an address");
    let port = address.port().expect("a port");
    platform.running.stop().await;
    let silent = std::net::TcpListener::bind(("127.0.0.1", port)).expect("its port is free");
    let unanswered = beside(&desktop, floor, runs);
    drop(silent);

    desktop.lock_keychain().await;
    let locked = beside(&desktop, floor, runs);
    desktop.unlock_keychain().await;
    json!({ "accounts": accounts, "locked": locked, "unanswered": unanswered })
}

/// Starts of the app in turn with starts of the empty window. The first of each fills caches and is not counted. It is open
/// until it has kept what it shows, as a person's is.
fn beside(desktop: &Desktop, floor: &str, runs: usize) -> Value {
    let (mut figures, mut ready, mut floors) = (Vec::new(), Vec::new(), Vec::new());
    for run in 0..=runs {
        let (_, [empty]) = said(desktop.command(floor), ["painted_ms"]);
        let (window, [painted, answers]) = said(desktop.app(), ["painted_ms", "ready_ms"]);
        if run == 0 {
            until_kept(desktop);
        }
        drop(window);
        if run > 0 {
            floors.push(empty);
            figures.push(painted);
            ready.push(answers);
        }
    }
    json!({ "figure": median(figures), "ready": median(ready), "floor": median(floors) })
}

/// Waits for what the app keeps of its window. A start that finds nothing of it is measured as it is.
fn until_kept(desktop: &Desktop) {
    let file = desktop.data().join("last-view.json");
    let end = Instant::now() + KEPT_WITHIN;
    while !file.is_file() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Opens a window and waits for what it says of its start.
fn said<const N: usize>(mut command: Command, what: [&str; N]) -> (ChildGuard, [f64; N]) {
    command.env("PLINTH_BENCH", "1").stdout(Stdio::piped());
    if !std::path::Path::new("/dev/dri").exists() {
        // What the app chooses for itself there.
        command.env("WEBKIT_DISABLE_DMABUF_RENDERER", "1");
    }
    let mut window = ChildGuard::start(&mut command);
    let output = window.child().stdout.take().expect("its output is piped");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let times = what.map(|name| {
        let found = lines.find_map(|line| {
            let line: Value = serde_json::from_str(&line).ok()?;
            line[name].as_f64()
        });
        found.unwrap_or_else(|| panic!("the window said no {name}"))
    });
    (window, times)
}
