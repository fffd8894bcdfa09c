//! The real `gnome-keyring-daemon` of a session.

use std::process::Stdio;
use std::time::Instant;

use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};
use tokio::time::timeout;
use zbus::fdo::DBusProxy;

use super::session::PATIENCE;

/// Ends when it is dropped.
pub struct Daemon(Child);

impl Daemon {
    /// Opens the keychain with its password, making it first where there is none.
    pub async fn unlocked() -> Self {
        Self::start(&["--unlock"], Some("testpw")).await
    }

    /// Knows no password.
    pub async fn locked() -> Self {
        Self::start(&[], None).await
    }

    pub async fn stop(mut self) {
        self.0.kill().await.unwrap();
        owned(false).await;
    }

    async fn start(arguments: &[&str], password: Option<&str>) -> Self {
        let mut child = Command::new("gnome-keyring-daemon")
            .args(["--foreground", "--components=secrets"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("gnome-keyring-daemon is installed");
        let mut stdin = child.stdin.take().unwrap();
        stdin
            .write_all(password.unwrap_or_default().as_bytes())
            .await
            .unwrap();
        drop(stdin);
        owned(true).await;
        Self(child)
    }
}

/// Waits until somebody, or nobody, is the Secret Service.
async fn owned(wanted: bool) {
    let connection = zbus::Connection::session().await.unwrap();
    let bus = DBusProxy::new(&connection).await.unwrap();
    let start = Instant::now();
    let name = || "org.freedesktop.secrets".try_into().unwrap();
    while bus.name_has_owner(name()).await.unwrap() != wanted {
        assert!(
            start.elapsed() < PATIENCE,
            "the Secret Service changes in time"
        );
        tokio::task::yield_now().await;
    }
}

/// What `secret-tool` finds: another program's view of the same keychain.
pub async fn search(service: &str) -> String {
    let output = Command::new("secret-tool")
        .args(["search", "--all", "service", service])
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = timeout(PATIENCE, output)
        .await
        .expect("secret-tool ends in time")
        .expect("secret-tool is installed");
    [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat()
}
