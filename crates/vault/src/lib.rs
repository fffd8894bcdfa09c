#![doc = include_str!("../README.md")]

mod entry;
mod error;
mod keychain;
mod memory;

use std::fmt::Debug;

use async_trait::async_trait;
use secrecy::SecretString;

pub use entry::Entry;
pub use error::{Error, ErrorKind};
pub use keychain::{Deadlines, Keychain};
pub use memory::Memory;

/// Longest value in bytes. The Windows Credential Manager takes no more, so none takes more.
pub const LARGEST_VALUE: usize = 2560;

/// A place for secrets, each under a name. Every call ends within a deadline of the place; a change that ended with
/// `TimedOut` may still take place.
#[async_trait]
pub trait Vault: Debug + Send + Sync {
    /// The secret under this name, or `None` when nothing was ever stored there.
    async fn get(&self, entry: &Entry) -> Result<Option<SecretString>, Error>;

    /// Stores a secret of at most [`LARGEST_VALUE`] bytes, in place of what was there.
    async fn set(&self, entry: &Entry, secret: SecretString) -> Result<(), Error>;

    /// Removes the secret. There being none is no error.
    async fn delete(&self, entry: &Entry) -> Result<(), Error>;

    /// Finds out whether the place can be used now, without asking the person anything and without storing anything.
    async fn probe(&self) -> Result<(), Error>;

    /// Asks the person to open a locked place, in the system's own window, and waits until they have answered.
    async fn unlock(&self) -> Result<(), Error>;

    /// Which place this is.
    fn kind(&self) -> Kind;
}

/// The places there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The system's keychain: stays over restarts.
    Keychain,
    /// This process: gone when it ends.
    Memory,
}

/// Refuses what not every place can hold.
fn check_size(secret: &SecretString) -> Result<(), Error> {
    use secrecy::ExposeSecret;
    if secret.expose_secret().len() > LARGEST_VALUE {
        return Err(Error::from(ErrorKind::TooLarge));
    }
    Ok(())
}
