//! A message bus of one test, and a program on it that shows notifications.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use tokio::sync::mpsc;
use zbus::Connection;
use zbus::connection::Builder;
use zbus::zvariant::OwnedValue;

use super::process::{ChildGuard, Variables, command};

/// Ends with its owner.
#[derive(Debug)]
pub struct Bus {
    _daemon: ChildGuard,
    pub address: String,
}

impl Bus {
    /// As a login has it: it starts the services that the system lists.
    #[must_use]
    pub fn start(variables: &Variables) -> Self {
        Self::configured("--session", variables)
    }

    /// It starts no service by itself, and everything is allowed but to speak to `forbidden`. Its files are in `folder`.
    #[must_use]
    pub fn without_services(folder: &Path, forbidden: Option<&str>) -> Self {
        let deny = forbidden.map_or(String::new(), |name| {
            format!("<deny send_destination=\"{name}\"/>")
        });
        let config = folder.join("bus.conf");
        let text = format!(
            r#"<busconfig><type>session</type><listen>unix:dir={}</listen><auth>EXTERNAL</auth>
               <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>{deny}</policy>
               </busconfig>"#,
            folder.display()
        );
        fs::write(&config, text).unwrap();
        Self::configured(&format!("--config-file={}", config.display()), &[])
    }

    fn configured(config: &str, variables: &Variables) -> Self {
        let mut daemon = command("dbus-daemon", variables);
        daemon.args([config, "--nofork", "--nopidfile", "--print-address=1"]);
        let (daemon, address) = ChildGuard::announced(&mut daemon);
        Self {
            _daemon: daemon,
            address,
        }
    }

    pub async fn connect(&self) -> Connection {
        connect(&self.address).await
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
