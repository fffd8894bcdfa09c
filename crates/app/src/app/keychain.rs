//! A keychain that works again.

use crate::core::keychain;
use crate::core::operation::{Entry, operation};
use crate::features::{Features, temporary};
use crate::view::KeychainView;
use crate::{Error, accounts};

/// Probes the keychain again; a locked one asks the person to unlock it, in the system's own window. Secrets that are
/// in memory move into a keychain that works.
#[operation(Page, Read, keychain_retry)]
pub async fn retry_keychain(app: &Features) -> Result<KeychainView, Error> {
    if keychain::unlock(app).await.is_ok() {
        accounts::save_keys(app).await;
        accounts::read_keys(app, true).await;
        temporary::save_pending(app).await;
        app.signals.changed();
    }
    Ok(keychain::state(app))
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[KeychainRetry::ENTRY];
