//! A network of a test's own, in which everything that is sent is seen.
//!
//! A test runs itself once more in a network namespace with a loopback device alone, where every address leads to this
//! machine: a connection to any host leaves a packet there, whether somebody listens or not. A packet socket sees each. The
//! platform stays outside, so that nothing in the namespace is sent by anybody but the programs that are watched; a bridge
//! over a Unix socket, which knows no namespaces, leads to its ports.

mod bridge;
mod names;
mod packet;
mod resolver;

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sandbox::{ClockMode, Config, Sandbox};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::process::Command;

use names::NAMES;
pub use packet::Seen;

/// Names the file that says where the platform is; without it a test is outside.
const INSIDE: &str = "PLINTH_WATCHED";
const PATIENCE: Duration = Duration::from_secs(240);
/// The platform outside of the namespace, at the addresses that it has inside too.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Platform {
    pub base_url: String,
    pub instant_url: String,
    pub ca_file: PathBuf,
    pub key: String,
    bridge: PathBuf,
}

/// The network of a test that is inside.
#[derive(Debug)]
pub struct Network {
    pub platform: Platform,
    seen: Arc<Mutex<Seen>>,
    /// The port of the next marker.
    markers: AtomicU16,
}

impl Network {
    /// The network, where the test is inside of it. Else nothing, and the test goes on with [`run_inside`].
    pub async fn enter() -> Option<Self> {
        let file = std::env::var_os(INSIDE)?;
        let platform: Platform = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        ip(&["link", "set", "lo", "up"]);
        ip(&["route", "add", "local", "0.0.0.0/0", "dev", "lo"]);
        if std::path::Path::new("/proc/net/if_inet6").exists() {
            ip(&["-6", "route", "add", "local", "::/0", "dev", "lo"]);
        }
        let seen = packet::watch();
        resolver::start();
        bridge::lead(
            &platform.bridge,
            &[&platform.base_url, &platform.instant_url],
        )
        .await;
        Some(Self {
            platform,
            seen,
            markers: AtomicU16::new(1_000),
        })
    }

    /// Everything that was sent until now.
    pub async fn seen(&self) -> Seen {
        // Packets come in order: what was sent before this one was seen before it.
        let port = self.markers.fetch_add(1, Ordering::Relaxed);
        let marker = std::net::UdpSocket::bind("0.0.0.0:0").unwrap();
        marker.send_to(b"marker", (packet::MARKER, port)).unwrap();
        let is_seen = async || self.lock().markers.contains(&port);
        testkit::until("the marker is seen", is_seen).await;
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    /// Where connections and datagrams went, but for lookups of names: `platform.example:443`, `loopback:4000`.
    #[must_use]
    pub fn contacts(&self) -> BTreeSet<String> {
        let all = self.tcp.iter().chain(&self.udp);
        all.map(|(address, port)| contact(&address.to_string(), *port))
            .collect()
    }
}

/// What the page lists, in the same form.
#[must_use]
pub fn listed(network: &Value) -> BTreeSet<String> {
    let items = network.as_array().expect("a list of contacts");
    let contact = |item: &Value| {
        let port = item["port"].as_u64().and_then(|it| u16::try_from(it).ok());
        contact(item["host"].as_str().unwrap(), port.unwrap())
    };
    items.iter().map(contact).collect()
}

/// The listed hosts that have to be looked up.
#[must_use]
pub fn listed_names(network: &Value) -> BTreeSet<String> {
    let items = network.as_array().expect("a list of contacts");
    let hosts = items.iter().filter_map(|item| item["host"].as_str());
    hosts
        .filter(|host| *host != "localhost" && host.parse::<IpAddr>().is_err())
        .map(str::to_owned)
        .collect()
}

fn contact(host: &str, port: u16) -> String {
    let address = host.parse::<IpAddr>().ok();
    let name = NAMES
        .iter()
        .find(|(_, known)| address == Some(IpAddr::V4(*known)));
    let is_loopback = host == "localhost" || address.is_some_and(|it| it.is_loopback());
    match name {
        Some((name, _)) => format!("{name}:{port}"),
        None if is_loopback => format!("loopback:{port}"),
        None => format!("{host}:{port}"),
    }
}

/// Runs the test of this name once more, inside. Where the system gives no namespace, it says so and proves nothing.
pub async fn run_inside(test: &str) {
    let Some(unshare) = unshare() else {
        eprintln!(
            "SKIPPED: {test} needs a network namespace of its own: root, or `unshare --user --map-root-user --net`. \
             Nothing was watched."
        );
        return;
    };
    // Whoever runs the servers of the sandbox must get into it.
    let folder = tempfile::Builder::new()
        .prefix("plinth-watched-")
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .tempdir()
        .unwrap();
    let mut config = Config::new(folder.path().join("platform"));
    config.clock = ClockMode::Real;
    let running = Arc::new(Sandbox::start(config).await.unwrap());
    let platform = Platform {
        base_url: running.base_url.clone(),
        instant_url: running.instant_url.clone(),
        ca_file: running.ca_file.clone(),
        key: running.key.clone(),
        bridge: folder.path().join("bridge"),
    };
    bridge::serve(&platform.bridge, Arc::clone(&running));
    let file = folder.path().join("platform.json");
    std::fs::write(&file, serde_json::to_vec(&platform).unwrap()).unwrap();
    let ended = Command::new("unshare")
        .args(unshare)
        .arg("--")
        .arg(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture"])
        .env(INSIDE, file)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let ended = tokio::time::timeout(PATIENCE, ended).await;
    let ended = ended.expect("the test inside ends").unwrap();
    running.stop().await;
    let [out, err] = [&ended.stdout, &ended.stderr].map(|it| String::from_utf8_lossy(it));
    assert!(ended.status.success(), "inside:\n{out}\n{err}");
    assert!(
        out.contains("1 passed"),
        "{test} was not run inside:\n{out}"
    );
}

/// How to get a namespace here, if at all.
fn unshare() -> Option<&'static [&'static str]> {
    let ways: [&[&str]; 2] = [&["--net"], &["--user", "--map-root-user", "--net"]];
    ways.into_iter().find(|way| {
        let mut command = std::process::Command::new("unshare");
        let tried = command
            .args(*way)
            .args(["--", "ip", "link", "set", "lo", "up"])
            .stderr(Stdio::null())
            .status();
        tried.is_ok_and(|status| status.success())
    })
}

fn ip(args: &[&str]) {
    let done = std::process::Command::new("ip")
        .args(args)
        .output()
        .unwrap();
    assert!(done.status.success(), "ip {args:?}: {done:?}");
}
