//! What changing an account's key for a new one takes of the account.

use std::time::Duration;

use api::{Circumstances, Management};
use secrecy::{ExposeSecret, SecretString};

use super::verify::verify;
use super::{Account, account, change, key};
use crate::checkpoint::Checkpoint;
use crate::clock::NetworkOptions;
use crate::store::Kept;
use crate::view::ErrorCode;
use crate::{App, Error, keychain, management};

/// A key that was just made may take so long until the platform knows it everywhere.
const UNTIL_KNOWN: [Duration; 3] = [
    Duration::ZERO,
    Duration::from_millis(500),
    Duration::from_secs(2),
];

/// How long asking with a former key may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Asks the platform with this key alone whether it opens what the account's opens.
///
/// # Errors
/// [`ErrorCode::Unauthorized`] for one that is refused, [`ErrorCode::Invalid`] for one of somebody else or of another kind.
pub(crate) async fn try_key(app: &App, account: &Account, key: &SecretString) -> Result<(), Error> {
    let base = management::address(&super::base_of(app, account)?)?;
    let mut last = None;
    for wait in UNTIL_KNOWN {
        if !wait.is_zero() {
            app.network.ambient.sleep(wait).await;
        }
        match verify(app, &base, key).await {
            Ok(owner) if owner.is_as_good_as(account) => return Ok(()),
            Ok(owner) => {
                let message = format!(
                    "The key belongs to {} and is of another kind or owner than that of {}",
                    owner.name, account.name
                );
                return Err(Error::invalid(message)
                    .hint("Give this up, and look at the platform which keys there are."));
            }
            Err(error) if error.code() == ErrorCode::Unauthorized => last = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(last.unwrap_or_else(|| Error::internal("The key was not asked about")))
}

/// Whether the platform still takes a key (`GET /auth`).
///
/// # Errors
/// Any code of the client but that for a key that is refused.
pub(crate) async fn takes(app: &App, account: &Account, key: &SecretString) -> Result<bool, Error> {
    let base = management::address(&super::base_of(app, account)?)?;
    let options = NetworkOptions {
        latches: api::Latches::default(),
        ..app.network.clone()
    };
    let client = Management::new(base, key.clone(), app.managements.budget(key), options)?;
    let client = client.with(Circumstances {
        deadline: Some(PATIENCE),
        ..Circumstances::default()
    });
    match client.identity().await {
        Ok(_) => Ok(true),
        Err(error) if error.is_unauthorized() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The account's key as the vault has it now.
///
/// # Errors
/// As [`key::key_of`].
pub(crate) async fn kept_key(app: &App, account: &Account) -> Result<SecretString, Error> {
    key::read(app, account).await
}

/// Gives an account the key that was made for it: into the vault, read back, and then the row. `number` is how often it had
/// got another key when the new one was asked for.
///
/// # Errors
/// A keychain's code, or [`ErrorCode::Invalid`] when somebody gave it another one meanwhile; what was there before stays.
pub(crate) async fn swap_key(
    app: &App,
    id: &str,
    token: &SecretString,
    key_id: &str,
    number: u32,
) -> Result<(), Error> {
    let _turn = app.accounts.turn.lock().await;
    unchanged(app, id, number)?;
    keep(app, id, token).await?;
    app.checkpoints.passed(Checkpoint::RotationSwapKept);
    let key_id = key_id.to_owned();
    change(app, id, move |account| {
        account.key_kept = Kept::Keychain;
        account.key_id = Some(key_id);
        account.key_number += 1;
    })
    .await?;
    app.checkpoints.passed(Checkpoint::RotationRowWritten);
    app.accounts.keys.remember(id, token.clone());
    app.managements.forget(id);
    app.watch.wake();
    Ok(())
}

/// Gives an account its former key back, where the vault has the new one and the row does not say so.
///
/// # Errors
/// As [`swap_key`].
pub(crate) async fn put_back(
    app: &App,
    id: &str,
    former: &SecretString,
    number: u32,
) -> Result<(), Error> {
    let _turn = app.accounts.turn.lock().await;
    if unchanged(app, id, number).is_err() {
        // A third one is there, which stays.
        return Ok(());
    }
    keep(app, id, former).await?;
    app.accounts.keys.remember(id, former.clone());
    app.managements.forget(id);
    Ok(())
}

fn unchanged(app: &App, id: &str, number: u32) -> Result<(), Error> {
    let account = account(app, id)?;
    if account.key_number == number {
        return Ok(());
    }
    let message = format!("The key of {} was replaced meanwhile", account.name);
    Err(Error::invalid(message).hint("Give this up: the key that it made is revoked then."))
}

/// Into the vault, and out of it again to see that it is there.
async fn keep(app: &App, id: &str, token: &SecretString) -> Result<(), Error> {
    key::store(app, id, token).await?;
    let account = account(app, id)?;
    let kept = key::read(app, &account).await?;
    if kept.expose_secret() == token.expose_secret() {
        return Ok(());
    }
    Err(keychain::forgetful())
}
