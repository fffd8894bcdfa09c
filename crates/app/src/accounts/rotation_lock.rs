//! No rotation begins while the address of an account is changed.

use super::Accounts;
use crate::Error;
use crate::model::rotation::RotationRecord;
use crate::store::{Account, table};
use crate::view::ErrorCode;

/// While this is held, no rotation begins, goes on or is dismissed.
pub(crate) struct RotationLock<'a> {
    _lock: tokio::sync::MutexGuard<'a, ()>,
}

/// Keeps rotations from beginning. Whoever takes the lock of accounts, too, takes this first.
pub(crate) async fn lock_rotations(app: &Accounts) -> RotationLock<'_> {
    RotationLock {
        _lock: app.accounts.rotating.lock().await,
    }
}

impl RotationLock<'_> {
    /// Refuses while a key of this account is rotated, or one that this account makes: each has keys that are for the address
    /// that the account has now.
    ///
    /// # Errors
    /// [`ErrorCode::Exists`] about the rotation.
    pub(crate) async fn must_have_none_of(
        &self,
        app: &Accounts,
        account: &Account,
    ) -> Result<(), Error> {
        let all = app.store.read(table::rotations::all).await?;
        let uses = |record: &&RotationRecord| {
            record.account_id == account.id || record.by_account_id == account.id
        };
        let mut open = all.iter().filter(|record| !record.is_over());
        let Some(open) = open.find(uses) else {
            return Ok(());
        };
        let message = format!("A key of {} is being rotated", open.account_name);
        Err(Error::new(ErrorCode::Exists, message)
            .hint("Wait for the rotation to finish or cancel it, then change the address.")
            .about(&open.id))
    }
}
