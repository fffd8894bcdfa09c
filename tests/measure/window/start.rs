//! From the start of the app to the projects that are kept, beside an empty window of the same web view.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use testkit::process::ChildGuard;

use super::{connected, counted, platform, until_cached};
use crate::median;

/// `floor` is the program of the empty window.
pub async fn start(runs: usize, floor: &str, projects: usize) -> Value {
    let platform = platform(|config| config.seed_projects = projects).await;
    let (mut desktop, window) = connected(&platform).await;
    until_cached(&window, projects).await;
    window.sees(&counted(projects)).await;
    desktop.quit(window).await;
    let (mut figures, mut floors) = (Vec::new(), Vec::new());
    // The first of each fills caches and is not counted.
    for run in 0..=runs {
        let empty = painted(desktop.command(floor));
        let full = painted(desktop.app());
        if run > 0 {
            floors.push(empty);
            figures.push(full);
        }
    }
    platform.running.stop().await;
    json!({ "figure": median(figures), "floor": median(floors) })
}

/// Opens a window and waits for what it says of its first useful paint.
fn painted(mut command: Command) -> f64 {
    command.env("PLINTH_BENCH", "1").stdout(Stdio::piped());
    if !std::path::Path::new("/dev/dri").exists() {
        // What the app chooses for itself there.
        command.env("WEBKIT_DISABLE_DMABUF_RENDERER", "1");
    }
    let mut window = ChildGuard::start(&mut command);
    let said = window.child().stdout.take().expect("its output is piped");
    let lines = BufReader::new(said).lines();
    let painted = lines.map_while(Result::ok).find_map(|line| {
        let line: Value = serde_json::from_str(&line).ok()?;
        line["painted_ms"].as_f64()
    });
    painted.expect("the window painted")
}
