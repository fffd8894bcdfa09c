//! Secrets that last as long as the process.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use secrecy::SecretString;

use crate::{Entry, Error, Kind, Vault, check_size};

/// For people who go on without a keychain until they quit, and for tests. Values are wiped when they are replaced,
/// removed or dropped.
#[derive(Debug, Default)]
pub struct Memory {
    secrets: Mutex<HashMap<Entry, SecretString>>,
}

impl Memory {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn with<T>(&self, action: impl FnOnce(&mut HashMap<Entry, SecretString>) -> T) -> T {
        // A panic elsewhere leaves a map whole: each action is a single call.
        action(&mut self.secrets.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl Vault for Memory {
    async fn get(&self, entry: &Entry) -> Result<Option<SecretString>, Error> {
        Ok(self.with(|secrets| secrets.get(entry).cloned()))
    }

    async fn set(&self, entry: &Entry, secret: SecretString) -> Result<(), Error> {
        check_size(&secret)?;
        self.with(|secrets| secrets.insert(entry.clone(), secret));
        Ok(())
    }

    async fn delete(&self, entry: &Entry) -> Result<(), Error> {
        self.with(|secrets| secrets.remove(entry));
        Ok(())
    }

    async fn probe(&self) -> Result<(), Error> {
        Ok(())
    }

    async fn unlock(&self) -> Result<(), Error> {
        Ok(())
    }

    fn kind(&self) -> Kind {
        Kind::Memory
    }
}
