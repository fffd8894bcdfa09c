//! What a diagnostics file says that the core does not know: the system, the sandbox, the log.

use std::collections::BTreeMap;
use std::path::Path;

use app::diagnostics::Facts;
use app::view::words::Worded as _;

use crate::host::Host;
use crate::log;
use crate::sandbox::view::{RunningView, SandboxView};

/// How many of the last lines of the log are shown.
const LINES: usize = 200;

pub async fn facts(host: &Host, program: Vec<(String, String)>) -> Facts {
    let sandbox = host.sandbox.view(host).await;
    let bundled = sandbox::bundled_programs(&host.postgres);
    let bundled = bundled.iter().filter(|folder| folder.is_dir()).count();
    let postgres = sandbox.running.as_ref().map_or_else(
        || format!("not running, {bundled} found beside Plinth"),
        |it| format!("{} ({})", it.postgres_version, it.postgres_source),
    );
    let mut versions = vec![
        fact("Plinth", env!("CARGO_PKG_VERSION")),
        fact(
            "Build",
            if cfg!(debug_assertions) {
                "debug"
            } else {
                "release"
            },
        ),
    ];
    let logs = host.data.logs();
    let read = tokio::task::spawn_blocking(move || (system(), log::last_lines(&logs, LINES)));
    let (system, log) = read.await.unwrap_or_default();
    versions.push(fact("System", system));
    versions.push(fact("PostgreSQL of the sandbox", postgres));
    versions.extend(program);
    Facts {
        versions,
        sandbox: sandbox_facts(&sandbox),
        log,
    }
}

fn fact(name: &str, value: impl Into<String>) -> (String, String) {
    (name.to_owned(), value.into())
}

fn system() -> String {
    let read = |path: &str| std::fs::read_to_string(Path::new(path)).unwrap_or_default();
    let release = read("/etc/os-release");
    let name = release
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="))
        .map(|name| name.trim_matches('"').to_owned());
    let kernel = read("/proc/sys/kernel/osrelease");
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let parts = [
        name.unwrap_or_default(),
        format!("{os} {}", kernel.trim()),
        arch.to_owned(),
    ];
    let parts = parts.iter().map(|it| it.trim()).filter(|it| !it.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

fn sandbox_facts(view: &SandboxView) -> Vec<(String, String)> {
    let mut facts = vec![fact("State", view.status.word())];
    if let Some(error) = &view.error {
        facts.push(fact("Error", error.code.word()));
    }
    if let Some(running) = &view.running {
        facts.extend(running_facts(running));
    }
    facts
}

fn running_facts(running: &RunningView) -> Vec<(String, String)> {
    let mut servers: BTreeMap<&str, usize> = BTreeMap::new();
    for server in &running.servers {
        *servers.entry(server.state.word()).or_default() += 1;
    }
    let servers = servers
        .iter()
        .map(|(state, count)| format!("{count} {}", state.to_lowercase()));
    let servers: Vec<_> = servers.collect();
    let limit = running
        .disk
        .max_bytes
        .map_or_else(|| "no limit".to_owned(), |it| format!("{it} bytes at most"));
    vec![
        fact("Address", running.base_url.as_str()),
        fact("PostgreSQL has known holes", yes(running.postgres_outdated)),
        fact(
            "Servers",
            match servers.is_empty() {
                true => "none".to_owned(),
                false => servers.join(", "),
            },
        ),
        fact("Servers at once", running.max_running.to_string()),
        fact(
            "Disk",
            match running.disk.used_bytes {
                Some(used) => format!("{used} bytes, {limit}"),
                None => format!("not measured yet, {limit}"),
            },
        ),
        fact("Clock ahead by", format!("{} ms", running.clock_offset_ms)),
        fact("Injected faults", running.faults.len().to_string()),
        fact("Restart needed", yes(running.restart_needed)),
    ]
}

fn yes(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}
