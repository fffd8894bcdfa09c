//! What the app takes of a core while it stands there: with nothing to do, and with operations that it watches.

use std::fs;
use std::path::Path;
use std::time::Duration;

use sandbox::Running;
use serde_json::{Value, json};
use testkit::process::ChildGuard;

use super::busy::Busy;
use super::{connected, platform};
use crate::harness::Desktop;

const PROJECTS: usize = 20;
const OPERATIONS: usize = 200;
/// Until a window that was opened has nothing left to do.
const SETTLE: Duration = Duration::from_secs(20);
/// Ticks of a second, in which the kernel counts for programs wherever this runs.
const TICKS: f64 = 100.0;

/// Hundredths of a core over so many seconds each.
pub async fn cost(seconds: u64) -> Value {
    let span = Duration::from_secs(seconds);
    let mut platform = platform(|config| config.seed_projects = PROJECTS).await;
    let busy = Busy::before(&platform.running.base_url).await;
    platform.running.base_url.clone_from(&busy.base_url);
    let (mut desktop, window) = connected(&platform).await;
    window.no_skeleton().await;
    desktop.quit(window).await;
    let idle = standing(&desktop, span).await;
    let shown = requests_of_a_minute(&platform.running, span);

    let window = desktop.open().await;
    let account = crate::typed::current(&window).await["id"].clone();
    let projects = platform
        .send("GET", "/projects?limit=100", Value::Null)
        .await;
    for project in projects.json()["projects"].as_array().expect("a list") {
        let request = json!({ "accountId": account, "projectId": project["id"] });
        let followed = window.command("operation_follow", request).await;
        assert!(followed.is_ok(), "{followed:?}");
    }
    let watched = window.command("operation_list", json!({})).await;
    let watched = watched.expect("the operations are listed");
    let watched = watched.as_array().map_or(0, Vec::len);
    assert!(watched >= OPERATIONS, "{watched} operations are watched");
    desktop.quit(window).await;
    let before = busy.request_count();
    let watching = standing(&desktop, span).await;
    let requests = busy.request_count() - before;
    platform.running.stop().await;
    json!({ "idle": idle, "shown": shown, "watched": watching, "operations": watched, "requests": requests })
}

/// The requests of a minute, as the mean of the last span: the window shows the list of projects.
fn requests_of_a_minute(sandbox: &Running, span: Duration) -> f64 {
    let span_by_sandbox = chrono::TimeDelta::from_std(span).expect("a short span");
    let since = sandbox.now() - span_by_sandbox;
    let requests = sandbox
        .requests()
        .into_iter()
        .filter(|it| it.at > since)
        .count();
    #[expect(clippy::cast_precision_loss, reason = "thousands fit")]
    let requests = requests as f64;
    requests * 60.0 / span.as_secs_f64()
}

/// Opens the window without anybody who drives it, and gives what it takes of a core after a while.
async fn standing(desktop: &Desktop, span: Duration) -> f64 {
    let window = ChildGuard::start(&mut desktop.app());
    tokio::time::sleep(SETTLE).await;
    let before = ticks(&desktop.data());
    tokio::time::sleep(span).await;
    let after = ticks(&desktop.data());
    drop(window);
    assert!(before > 0, "the app's processes are not found");
    #[expect(clippy::cast_precision_loss, reason = "hours of ticks fit")]
    let taken = (after - before) as f64;
    taken / TICKS / span.as_secs_f64() * 100.0
}

/// What all processes of the app have taken, those of its web view too.
fn ticks(data: &Path) -> u64 {
    let own = data.as_os_str().as_encoded_bytes();
    let Ok(entries) = fs::read_dir("/proc") else {
        return 0;
    };
    let of_app = entries.flatten().filter(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.windows(own.len()).any(|part| part == own)
    });
    of_app
        .filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok())
        .filter_map(|stat| taken(&stat))
        .sum()
}

/// Fields 14 and 15 of a process's status; its name may hold anything, so they are counted from the last parenthesis.
fn taken(stat: &str) -> Option<u64> {
    let fields = stat.rsplit_once(')')?.1;
    let mut times = fields.split_whitespace().skip(11);
    let mut time = || times.next()?.parse::<u64>().ok();
    Some(time()? + time()?)
}
