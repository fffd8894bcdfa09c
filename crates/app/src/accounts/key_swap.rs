//! What a key rotation needs of the account: trying a key, seeing one refused, and replacing the stored one.

use std::time::Duration;

use api::ManagementUrl;
use secrecy::{ExposeSecret, SecretString};

use super::clients;
use super::key;
use super::rows::{account, change};
use super::verify::KeyClient;
use crate::Error;
use crate::accounts::Accounts;
use crate::base::checkpoint::Checkpoint;
use crate::base::clock::Clock;
use crate::core::keychain;
use crate::store::{Account, SecretStorage};
use crate::view::ErrorCode;

/// A platform may take so long until all of it knows that a key was made, or that one was revoked.
const PROPAGATION_TIME: Duration = Duration::from_secs(30);

/// The wait before the second question; doubled for each further one.
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// The longest wait between two questions.
const LONGEST_WAIT: Duration = Duration::from_secs(4);

/// What a platform says of a key that was revoked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Revoked {
    /// It refuses the key.
    Refused,
    /// It still took the key this long after it was first asked.
    StillTaken(Duration),
}

/// Tries whether this key opens what the account's opens. While it is refused it is tried again, for half a minute at most:
/// a new key is not known everywhere at once.
///
/// # Errors
/// [`ErrorCode::Unauthorized`] for one that is refused, [`ErrorCode::Invalid`] for one of somebody else or of another kind.
pub(crate) async fn try_key(
    app: &Accounts,
    account: &Account,
    key: &SecretString,
) -> Result<(), Error> {
    let key_client = KeyClient::of(app, &base(app, account)?, key).await?;
    let mut waits = Waits::begin(app);
    loop {
        match key_client.owner().await {
            Ok(owner) if owner.is_as_good_as(account) => return Ok(()),
            Ok(owner) => {
                let message = format!(
                    "The key belongs to {} and has a different type or owner than the key of {}",
                    owner.name, account.name
                );
                return Err(Error::invalid(message)
                    .hint("Cancel the rotation, and check the keys on the platform."));
            }
            Err(error) if error.code() == ErrorCode::Unauthorized => {
                if !waits.pause().await {
                    return Err(error);
                }
            }
            Err(error) => return Err(error),
        }
    }
}

/// Whether the platform refuses a key that was revoked (`GET /auth`). It is asked again while it takes the key, for half a
/// minute at most: a key is not revoked everywhere at once.
///
/// # Errors
/// Any code of the client but that for a key that is refused.
pub(crate) async fn is_refused(
    app: &Accounts,
    account: &Account,
    key: &SecretString,
) -> Result<Revoked, Error> {
    let key_client = KeyClient::of(app, &base(app, account)?, key).await?;
    let mut waits = Waits::begin(app);
    loop {
        if !key_client.is_accepted().await? {
            return Ok(Revoked::Refused);
        }
        if !waits.pause().await {
            return Ok(Revoked::StillTaken(waits.passed()));
        }
    }
}

fn base(app: &Accounts, account: &Account) -> Result<ManagementUrl, Error> {
    clients::address(&super::address::base_of(app, account)?)
}

/// The waits between questions about one key, by the network's clock.
struct Waits<'a> {
    clock: &'a dyn Clock,
    begun_at: Duration,
    next: Duration,
}

impl<'a> Waits<'a> {
    fn begin(app: &'a Accounts) -> Self {
        let clock = app.network.environment.as_ref();
        Self {
            clock,
            begun_at: clock.elapsed(),
            next: FIRST_WAIT,
        }
    }

    fn passed(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.begun_at)
    }

    /// Waits. False once there is no time left to ask again.
    async fn pause(&mut self) -> bool {
        let left = PROPAGATION_TIME.saturating_sub(self.passed());
        if left.is_zero() {
            return false;
        }
        self.clock.sleep(self.next.min(left)).await;
        self.next = (self.next * 2).min(LONGEST_WAIT);
        true
    }
}

/// The account's key as the vault has it now.
///
/// # Errors
/// As [`key::key_of`].
pub(crate) async fn stored_key(app: &Accounts, account: &Account) -> Result<SecretString, Error> {
    key::read(app, account).await
}

/// Gives an account the key that was made for it: into the vault, read back, and then the row. `generation` is the account's
/// `key_generation` when the rotation began: another one now means that the user replaced the key.
///
/// # Errors
/// A keychain's code, or [`ErrorCode::Invalid`] when somebody gave it another one meanwhile; what was there before stays.
pub(crate) async fn swap_key(
    app: &Accounts,
    id: &str,
    token: &SecretString,
    key_id: &str,
    generation: u32,
) -> Result<(), Error> {
    let _lock = app.accounts.edit_lock.lock().await;
    let account = key_unchanged(app, id, generation)?;
    store_and_read_back(app, id, token).await?;
    app.checkpoints.passed(Checkpoint::RotationSwapSaved);
    let key_id = key_id.to_owned();
    change(app, id, move |account| {
        account.key_storage = SecretStorage::Keychain;
        account.key_id = Some(key_id);
        account.key_generation += 1;
    })
    .await?;
    app.checkpoints.passed(Checkpoint::RotationRowWritten);
    app.accounts.keys.remember(&account, token.clone());
    app.clients.forget(id);
    app.signals.changed();
    Ok(())
}

/// Gives an account its former key back, where the vault has the new one and the row does not say so.
///
/// # Errors
/// As [`swap_key`].
pub(crate) async fn put_back(
    app: &Accounts,
    id: &str,
    old: &SecretString,
    generation: u32,
) -> Result<(), Error> {
    let _lock = app.accounts.edit_lock.lock().await;
    let Ok(account) = key_unchanged(app, id, generation) else {
        // The user gave the account a third key, which stays.
        return Ok(());
    };
    store_and_read_back(app, id, old).await?;
    app.accounts.keys.remember(&account, old.clone());
    app.clients.forget(id);
    Ok(())
}

/// The account, as long as its `key_generation` is still this one.
///
/// # Errors
/// [`ErrorCode::Invalid`] about an account that the user gave another key meanwhile.
pub(crate) fn key_unchanged(app: &Accounts, id: &str, generation: u32) -> Result<Account, Error> {
    let account = account(app, id)?;
    if account.key_generation == generation {
        return Ok(account);
    }
    let message = format!(
        "The key of {} was replaced during the rotation",
        account.name
    );
    Err(Error::invalid(message)
        .hint("Cancel the rotation: the key it created is then revoked.")
        .about(&account.id))
}

/// Into the vault, and out of it again to see that it is there.
async fn store_and_read_back(app: &Accounts, id: &str, token: &SecretString) -> Result<(), Error> {
    key::store(app, id, token).await?;
    let account = account(app, id)?;
    let kept = key::read(app, &account).await?;
    if kept.expose_secret() == token.expose_secret() {
        return Ok(());
    }
    Err(keychain::readback_failed())
}
