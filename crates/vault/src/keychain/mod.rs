//! Secrets in the keychain of the person's system, through `keyring`.

mod platform;
mod refusal;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use secrecy::SecretString;

use crate::{Entry, Error, ErrorKind, Kind, Vault, check_size};
use platform::Session;
use worker::Worker;

/// The keychain of the system: Secret Service on Linux, Keychain on macOS, Credential Manager on Windows. Nothing is
/// asked of it before the first call. On Linux, `get`, `set` and `delete` fail on a locked keychain without opening its
/// window; only `unlock` does.
#[derive(Debug)]
pub struct Keychain {
    service: Arc<str>,
    deadlines: Deadlines,
    worker: Worker,
    /// Apart, so that a window waiting for a password holds up nothing else.
    unlocker: Worker,
}

/// How long a call may take.
#[derive(Debug, Clone, Copy)]
pub struct Deadlines {
    /// Of `probe`.
    pub probe: Duration,
    /// Of `get`, `set` and `delete`.
    pub call: Duration,
    /// Of `unlock`, in which a person types.
    pub unlock: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            probe: Duration::from_secs(3),
            call: Duration::from_secs(5),
            unlock: Duration::from_secs(90),
        }
    }
}

impl Keychain {
    /// Secrets under this service name, such as `dev.plinth.app`, with a suffix for each further profile.
    #[must_use]
    pub fn new(service: &str) -> Self {
        Self::with_deadlines(service, Deadlines::default())
    }

    /// The same with deadlines of one's own.
    #[must_use]
    pub fn with_deadlines(service: &str, deadlines: Deadlines) -> Self {
        Self {
            service: service.into(),
            deadlines,
            worker: Worker::default(),
            unlocker: Worker::default(),
        }
    }
}

#[async_trait]
impl Vault for Keychain {
    async fn get(&self, entry: &Entry) -> Result<Option<SecretString>, Error> {
        let entry = entry.clone();
        self.worker
            .run(&self.service, self.deadlines.call, move |session| {
                session.get(&entry)
            })
            .await
    }

    async fn set(&self, entry: &Entry, secret: SecretString) -> Result<(), Error> {
        check_size(&secret)?;
        let entry = entry.clone();
        self.worker
            .run(&self.service, self.deadlines.call, move |session| {
                session.set(&entry, &secret)
            })
            .await
    }

    async fn delete(&self, entry: &Entry) -> Result<(), Error> {
        let entry = entry.clone();
        self.worker
            .run(&self.service, self.deadlines.call, move |session| {
                session.delete(&entry)
            })
            .await
    }

    async fn probe(&self) -> Result<(), Error> {
        self.worker
            .run(&self.service, self.deadlines.probe, Session::probe)
            .await
    }

    async fn unlock(&self) -> Result<(), Error> {
        let result = self
            .unlocker
            .run(&self.service, self.deadlines.unlock, Session::unlock)
            .await;
        match result {
            // Nobody answered: it is as locked as before.
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                Err(Error::new(ErrorKind::Locked, error))
            }
            result => result,
        }
    }

    fn kind(&self) -> Kind {
        Kind::Keychain
    }
}
