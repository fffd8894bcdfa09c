use app::view::{ErrorCode, ErrorView, EventView};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::sync::broadcast::Receiver;

use crate::command::Args;
use crate::host::{Config, Host};
use crate::reply::Reply;

/// A program's way to the core. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub struct Connection(Host);

impl Connection {
    /// Opens nothing yet: what is asked waits for [`Connection::open`].
    pub fn new(config: Config) -> Self {
        Self(Host::new(config))
    }

    /// Opens the data folder.
    pub async fn open(&self) -> Reply<()> {
        self.0.open().await
    }

    /// Whether it is open already: else what is asked waits.
    pub fn is_open(&self) -> bool {
        self.0.core.now().is_some()
    }

    /// Starts the sandbox, if it was started before and the settings say so, where this process has the data folder.
    pub async fn start_sandbox_if_wanted(&self) {
        self.0.start_sandbox_if_wanted().await;
    }

    /// Runs a command by its name and reads what it answers.
    ///
    /// # Errors
    /// Those of the command, as the window has them.
    pub async fn call<T: DeserializeOwned>(&self, name: &str, args: impl Into<Args>) -> Reply<T> {
        let answer = self.call_json(name, args.into()).await?;
        serde_json::from_str(answer.get()).map_err(|_| unread(name))
    }

    /// Runs a command by its name; the answer is as the window gets it.
    pub async fn call_json(&self, name: &str, args: Args) -> Reply<Box<RawValue>> {
        self.0.call(name, args).await
    }

    /// What happens from now on.
    pub fn events(&self) -> Receiver<EventView> {
        self.0.events()
    }

    /// The host in this process, if it has the data folder.
    pub fn host(&self) -> Option<&Host> {
        Some(&self.0)
    }

    /// Ends it, and with it the host in this process.
    pub async fn close(&self) {
        self.0.close().await;
    }
}

fn unread(name: &str) -> ErrorView {
    ErrorView {
        code: ErrorCode::Internal,
        message: format!("Plinth can't read the answer to {name}"),
        hint: Some("Restart Plinth, and update it if this happens again".to_owned()),
        request_id: None,
        about: None,
    }
}
