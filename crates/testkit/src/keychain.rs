//! The real `gnome-keyring-daemon` on the bus of one test.

use std::env;
use std::io::Write as _;
use std::process::Stdio;

use zbus::fdo::DBusProxy;
use zbus::zvariant::OwnedObjectPath;

use super::bus;
use super::process::{ChildGuard, Variables, command};
use super::until;

const ADDRESS: &str = "DBUS_SESSION_BUS_ADDRESS";

/// Ends when it is dropped.
#[derive(Debug)]
pub struct Daemon {
    process: ChildGuard,
    bus: String,
}

impl Daemon {
    /// Opens the keychain with its password, making it first where there is none.
    pub async fn unlocked(variables: &Variables) -> Self {
        // No newline: it would become part of the password, and an empty one opens a prompt.
        let daemon = Self::start(variables, &["--unlock"], "testpw").await;
        until_open(&daemon.bus).await;
        daemon
    }

    /// Knows no password, as before somebody has logged in: what was stored is there, and locked.
    pub async fn locked(variables: &Variables) -> Self {
        Self::start(variables, &[], "").await
    }

    /// Returns once no program is the Secret Service any more.
    pub async fn stop(self) {
        drop(self.process);
        until_owned(&self.bus, false).await;
    }

    async fn start(variables: &Variables, arguments: &[&str], password: &str) -> Self {
        let mut daemon = command("gnome-keyring-daemon", variables);
        daemon
            .args(["--foreground", "--components=secrets"])
            .args(arguments)
            .stdin(Stdio::piped());
        let mut process = ChildGuard::start(&mut daemon);
        let mut input = process.child().stdin.take().unwrap();
        input.write_all(password.as_bytes()).unwrap();
        drop(input);
        let mut given = variables.iter().rev();
        let bus = given.find(|(name, _)| name == ADDRESS).map_or_else(
            || env::var(ADDRESS).unwrap(),
            |(_, value)| value.to_str().unwrap().to_owned(),
        );
        until_owned(&bus, true).await;
        Self { process, bus }
    }
}

async fn until_owned(address: &str, wanted: bool) {
    let connection = bus::connect(address).await;
    let bus = DBusProxy::new(&connection).await.unwrap();
    let name = || "org.freedesktop.secrets".try_into().unwrap();
    until("the Secret Service starts or ends", async || {
        bus.name_has_owner(name()).await.unwrap() == wanted
    })
    .await;
}

/// It is the Secret Service a moment before its keychain is open.
async fn until_open(address: &str) {
    const NAME: &str = "org.freedesktop.secrets";
    let connection = bus::connect(address).await;
    let at = async |path: String, interface: &'static str| {
        let proxy = zbus::Proxy::new(&connection, NAME, path, interface);
        proxy.await.unwrap()
    };
    let path = "/org/freedesktop/secrets".to_owned();
    let service = at(path, "org.freedesktop.Secret.Service").await;
    until("the keychain is open", async || {
        let found = service.call::<_, _, OwnedObjectPath>("ReadAlias", &("default",));
        // A policy may let nobody look.
        let Ok(path) = found.await else { return true };
        let collection = at(path.to_string(), "org.freedesktop.Secret.Collection").await;
        collection.get_property("Locked").await == Ok(false)
    })
    .await;
}
