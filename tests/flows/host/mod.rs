//! Processes that share a data folder: one is the host, the others ask it, and one of them takes over.

mod closed;
mod killed;
mod refused;
mod shown_views;
mod together;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use app::view::{EventView, SettingsView};
use host::{Config, Connection, Data};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::process::ChildGuard;
use testkit::until;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast::Receiver;

/// A data folder of a test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn socket(&self) -> PathBuf {
        self.path().join("run/host.sock")
    }

    fn config(&self) -> Config {
        let mut config = Config::new(Data::at(self.path().to_owned()), Vec::new());
        config.core.vault = Arc::new(vault::Memory::default());
        config
    }

    async fn open(&self) -> Connection {
        Connection::open(self.config()).await.unwrap()
    }

    fn process(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_host-process"));
        command
            .args(args)
            .env("PLINTH_DATA_DIR", self.path())
            .env("HOST_IN_MEMORY", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        command
    }

    /// An agent in a process of its own, once it is the host.
    async fn agent(&self) -> ChildGuard {
        let agent = ChildGuard::start(&mut self.process(&["agent"]));
        until("the agent listens", async || self.socket().exists()).await;
        agent
    }
}

/// Ends a process without a warning.
fn kill(process: &mut ChildGuard) {
    process.child().kill().unwrap();
    process.child().wait().unwrap();
}

/// A server that takes connections and says nothing.
struct SilentServer(TcpListener);

impl SilentServer {
    async fn start() -> Self {
        Self(TcpListener::bind(("127.0.0.1", 0)).await.unwrap())
    }

    fn port(&self) -> u16 {
        self.0.local_addr().unwrap().port()
    }

    async fn next(&self) -> TcpStream {
        let next = tokio::time::timeout(std::time::Duration::from_secs(30), self.0.accept());
        next.await.expect("nobody connects").unwrap().0
    }

    /// Asks a mail server for nothing, which only reads.
    fn probe(&self) -> Value {
        json!({ "request": { "host": "127.0.0.1", "port": self.port() } })
    }
}

async fn settings(plinth: &Connection) -> SettingsView {
    plinth.call("settings_get", json!({})).await.unwrap()
}

async fn set_clipboard_seconds(plinth: &Connection, seconds: u32) -> host::Reply<SettingsView> {
    let mut settings: SettingsView = plinth.call("settings_get", json!({})).await?;
    settings.clipboard_seconds = seconds;
    plinth
        .call("settings_set", json!({ "settings": settings }))
        .await
}

async fn hears(events: &mut Receiver<EventView>, wanted: &EventView) {
    let heard = async { while events.recv().await.unwrap() != *wanted {} };
    let heard = tokio::time::timeout(std::time::Duration::from_secs(30), heard);
    heard
        .await
        .unwrap_or_else(|_| panic!("{wanted:?} was not heard"));
}
