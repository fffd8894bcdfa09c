//! The command line in a shell: how long a process of it takes that opens nothing, and one that shows what is kept.

use std::process::Stdio;
use std::time::Instant;

use plinth_tests::shell::Shell;
use sandbox::{Config, Sandbox};

use crate::median;

const PROJECTS: usize = 1_000;

pub async fn measure(runs: usize) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut config = Config::new(folder.path());
    config.servers = false;
    config.seed_projects = PROJECTS;
    config.rate_limits = None;
    let sandbox = Sandbox::start(config).await.expect("the sandbox starts");
    let shell = Shell::start().await;
    let (base, instant) = (&sandbox.base_url, &sandbox.instant_url);
    shell
        .connect("Shop", base, instant, &sandbox.ca_file, &sandbox.key)
        .await;
    let list = ["projects", "list", "--json"];
    let read = shell.ok(&list).await;
    let cached = [&list[..], &["--cached"]].concat();
    assert_eq!(
        shell.ok(&cached).await.len(),
        read.len(),
        "it is what was read"
    );
    let (mut versions, mut lists, mut floors) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..runs {
        versions.push(timed(shell.command(&["--version"])).await);
        lists.push(timed(shell.command(&cached)).await);
        floors.push(timed(tokio::process::Command::new("true")).await);
    }
    sandbox.stop().await;
    serde_json::json!({
        "version": median(versions),
        "cached": median(lists),
        "floor": median(floors),
    })
}

/// From the start of a process to its end, in milliseconds.
async fn timed(mut command: tokio::process::Command) -> f64 {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let started = Instant::now();
    let status = command.status().await.expect("it starts");
    let took = started.elapsed().as_secs_f64() * 1000.0;
    assert!(status.success());
    took
}
