//! A message bus of one test, and somebody on it who shows notifications.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use tokio::sync::mpsc;
use zbus::Connection;
use zbus::connection::Builder;
use zbus::zvariant::OwnedValue;

/// Ends with its owner.
#[derive(Debug)]
pub struct Bus {
    daemon: Child,
    address: String,
}

impl Bus {
    #[must_use]
    pub fn start() -> Self {
        let mut daemon = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address=1"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let mut said = BufReader::new(daemon.stdout.take().unwrap());
        said.read_line(&mut address).unwrap();
        Self {
            daemon,
            address: address.trim().to_owned(),
        }
    }

    pub async fn connect(&self) -> Connection {
        connect(&self.address).await
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        drop(self.daemon.kill());
        drop(self.daemon.wait());
    }
}

pub async fn connect(address: &str) -> Connection {
    let connection = Builder::address(address).unwrap().build();
    connection.await.unwrap()
}

/// Title, body and actions of what was shown.
pub type Shown = (String, String, Vec<String>);

/// Takes the name of who shows notifications, for as long as the connection lives, and notes them down. `can` is what
/// it says it can show besides actions.
pub async fn show_notifications(
    connection: &Connection,
    can: &str,
) -> mpsc::UnboundedReceiver<Shown> {
    let (shown, noted) = mpsc::unbounded_channel();
    let notifications = Notifications {
        can: can.to_owned(),
        shown,
        count: 0,
    };
    let server = connection.object_server();
    let path = "/org/freedesktop/Notifications";
    server.at(path, notifications).await.unwrap();
    let name = "org.freedesktop.Notifications";
    connection.request_name(name).await.unwrap();
    noted
}

struct Notifications {
    can: String,
    shown: mpsc::UnboundedSender<Shown>,
    count: u32,
}

#[zbus::interface(name = "org.freedesktop.Notifications")]
impl Notifications {
    fn get_capabilities(&self) -> Vec<String> {
        vec!["actions".to_owned(), self.can.clone()]
    }

    #[expect(clippy::too_many_arguments, reason = "the specification has so many")]
    fn notify(
        &mut self,
        _app: String,
        _replaces: u32,
        _icon: String,
        title: String,
        body: String,
        actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _timeout: i32,
    ) -> u32 {
        self.shown.send((title, body, actions)).unwrap();
        self.count += 1;
        self.count
    }
}
