//! Measures what needs the typed client, a sandbox in the same process, or the window. `cargo xtask bench` runs
//! it and reads the JSON of its last line.

mod changes;
#[cfg(target_os = "linux")]
mod command_line;
#[path = "../desktop/harness/mod.rs"]
#[cfg(target_os = "linux")]
#[expect(
    dead_code,
    unused_imports,
    clippy::unwrap_used,
    reason = "it is that of the desktop tests, which use all of it"
)]
mod harness;
mod list;
#[path = "../desktop/accounts/platform.rs"]
#[cfg(target_os = "linux")]
#[expect(
    dead_code,
    clippy::unwrap_used,
    reason = "it is that of the desktop tests, which use all of it"
)]
mod platform;
mod requests;
#[path = "../desktop/accounts/typed.rs"]
#[cfg(target_os = "linux")]
#[expect(
    dead_code,
    clippy::unwrap_used,
    reason = "it is that of the desktop tests, which use all of it"
)]
mod typed;
#[cfg(target_os = "linux")]
mod window;
mod wire;

use std::process::ExitCode;

#[cfg(target_os = "linux")]
use platform::Platform;

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    let number = arguments.next().and_then(|number| number.parse().ok());
    let measured = match (what.as_str(), number) {
        ("list", Some(runs)) => list::measure(runs).await,
        ("requests", Some(runs)) => requests::measure(runs).await,
        ("changes", Some(runs)) => changes::measure(runs).await,
        #[cfg(target_os = "linux")]
        ("command-line", Some(runs)) => command_line::measure(runs).await,
        #[cfg(target_os = "linux")]
        ("feel", Some(projects)) => window::responsiveness(projects).await,
        #[cfg(target_os = "linux")]
        ("lists", _) => window::lists().await,
        #[cfg(target_os = "linux")]
        ("cost", Some(seconds)) => window::cost(seconds as u64).await,
        #[cfg(target_os = "linux")]
        ("start", Some(runs)) => {
            let floor = arguments.next().unwrap_or_default();
            let projects = arguments.next().and_then(|it| it.parse().ok());
            window::start(runs, &floor, projects.unwrap_or(10_000)).await
        }
        #[cfg(target_os = "linux")]
        ("start-with", Some(runs)) => {
            let floor = arguments.next().unwrap_or_default();
            window::start_with(runs, &floor).await
        }
        _ => {
            eprintln!(
                "usage: measure list|requests|changes|command-line RUNS, feel PROJECTS, lists, cost SECONDS, start RUNS EMPTY_WINDOW [PROJECTS], start-with RUNS EMPTY_WINDOW"
            );
            return ExitCode::from(2);
        }
    };
    println!("{measured}");
    ExitCode::SUCCESS
}

/// The middle of the values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
