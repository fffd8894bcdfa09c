//! The real `plinth` in a shell with a keychain, against a sandbox that is a platform elsewhere.

mod completion;
mod details;
mod errors;
mod folders;
mod hostile;
mod hosts;
mod key;
mod missing;
mod missing_rows;
mod nouns;
mod own_sandbox;
mod private;
mod projects;
mod purge;
mod run;
mod save;
mod save_errors;
mod save_roles;
mod secrets;
mod seed;
mod sql;
mod stopped;
mod stuck;
mod targets;
mod tray;

use plinth_tests::shell::Shell;
use sandbox::{Running, Sandbox};
use serde_json::Value;

use crate::product::{folder, sandbox_config};

/// A person who has connected an account of that platform.
struct Person {
    shell: Shell,
    platform: Running,
    _folder: tempfile::TempDir,
}

impl Person {
    /// With real servers.
    async fn new() -> Self {
        Self::of(|config| config.servers = true).await
    }

    /// Without servers, unless it is changed: databases are rows of the platform's store.
    async fn of(change: impl FnOnce(&mut sandbox::Config)) -> Self {
        let person = Self::stranger(change).await;
        person.connect().await;
        person
    }

    /// Connects an account of that platform.
    async fn connect(&self) {
        let platform = &self.platform;
        self.shell
            .connect(
                "Shop",
                &platform.base_url,
                &platform.instant_url,
                &platform.ca_file,
                &platform.key,
            )
            .await;
    }

    /// Who has connected nothing.
    async fn stranger(change: impl FnOnce(&mut sandbox::Config)) -> Self {
        let folder = folder();
        let mut config = sandbox_config(&folder.path().join("platform"), false);
        config.clock = sandbox::ClockMode::Real;
        change(&mut config);
        let platform = Sandbox::start(config).await.unwrap();
        Self {
            shell: Shell::start().await,
            platform,
            _folder: folder,
        }
    }

    /// How many requests the platform got that change something.
    fn changes(&self) -> usize {
        let log = self.platform.requests();
        log.iter().filter(|it| it.method != "GET").count()
    }

    /// A project by its name, with its operations ended.
    async fn project(&self, name: &str) -> String {
        let args = ["projects", "create", "--name", name, "--wait"];
        let made = self.shell.json(&args).await;
        text(&made["project"]["id"])
    }

    async fn stop(self) {
        self.platform.stop().await;
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
        .to_owned()
}
