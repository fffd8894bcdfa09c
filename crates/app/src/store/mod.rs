//! The store: one SQLite file for everything that is no secret.

pub(crate) mod accounts;
pub(crate) mod activity;
pub(crate) mod bulks;
pub(crate) mod clocks;
pub(crate) mod counts;
pub(crate) mod folders;
pub(crate) mod intents;
pub(crate) mod lists;
mod migrations;
pub(crate) mod names;
pub(crate) mod network;
mod open;
pub(crate) mod operations;
pub(crate) mod rotations;
pub(crate) mod temporary;
pub(crate) mod undo;
mod word;

use std::sync::{Arc, Mutex};

use rusqlite::{Connection, Transaction};

pub(crate) use accounts::Account;
pub(crate) use activity::ActivityEntry;
pub(crate) use intents::{Intent, IntentKind};
pub(crate) use operations::{Click, OperationState, PendingEvent, Tracked};
pub(crate) use temporary::{EnvNote, SecretStorage, TemporaryDatabase};

use crate::Error;
use crate::base::guard::lock;
use crate::base::off_thread::off_thread;

/// Name of the file in the data folder.
pub(crate) const FILE: &str = "plinth.db";

/// A handle on the store. Clones share one connection, which is used off the async threads.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    connection: Arc<Mutex<Connection>>,
}

impl Store {
    /// Runs `work` in one transaction that is written through to the disk before this returns. An error of `work`
    /// takes everything back. The work is done even when nobody waits for it any more.
    pub(crate) async fn write<T, F>(&self, work: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&Transaction<'_>) -> Result<T, Error> + Send + 'static,
    {
        let connection = Arc::clone(&self.connection);
        let done = off_thread(move || {
            let mut connection = lock(&connection);
            let transaction =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        });
        done.await
            .unwrap_or_else(|_| Err(Error::internal("The data file operation was interrupted")))
    }

    /// Runs `work`, which only reads.
    pub(crate) async fn read<T, F>(&self, work: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, Error> + Send + 'static,
    {
        let connection = Arc::clone(&self.connection);
        let done = off_thread(move || work(&lock(&connection)));
        done.await
            .unwrap_or_else(|_| Err(Error::internal("The data file operation was interrupted")))
    }
}

/// What is read and written, by resource. Each function takes the connection, so that several make one transaction.
pub(crate) mod table {
    pub(crate) use super::{
        accounts, activity, bulks, clocks, counts, folders, intents, lists, names, network,
        operations, rotations, temporary, undo,
    };
}
