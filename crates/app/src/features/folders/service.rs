//! The instant service of a folder's settings, and that of a temporary database.

use crate::accounts;
use crate::features::{Features, temporary};
use crate::model::profile::{NEON, SANDBOX};
use crate::store::TemporaryDatabase;
use crate::view::{FolderSource, InstantServiceChoice, TemporaryState};

/// Whether a database that is there can be written for a source: it is one of its service, and has not come to its end.
pub(super) fn is_usable(app: &Features, source: &FolderSource, row: &TemporaryDatabase) -> bool {
    let FolderSource::Temporary { service } = source else {
        return false;
    };
    let is_over = row.state != TemporaryState::Claimed
        && row
            .expires_at
            .is_some_and(|end| end <= temporary::platform_now(app, row));
    !is_over && is_of(app, service.as_ref(), row)
}

fn is_of(app: &Features, choice: Option<&InstantServiceChoice>, row: &TemporaryDatabase) -> bool {
    match choice {
        None => row.service == SANDBOX.service,
        Some(InstantServiceChoice::Account { account_id }) => {
            row.account_id.as_ref() == Some(account_id)
        }
        Some(choice) => {
            let service = accounts::of_choice(app, choice);
            service.is_ok_and(|it| row.account_id.is_none() && row.origin == it.origin())
        }
    }
}

/// The service of a database, as settings name it.
pub(super) fn choice_of(row: &TemporaryDatabase) -> Option<InstantServiceChoice> {
    if row.service == SANDBOX.service {
        return None;
    }
    match (&row.account_id, &row.origin) {
        (Some(account_id), _) => Some(InstantServiceChoice::Account {
            account_id: account_id.clone(),
        }),
        _ if row.service == NEON.service => Some(InstantServiceChoice::Neon),
        (None, Some(address)) => Some(InstantServiceChoice::Custom {
            address: address.clone(),
        }),
        (None, None) => None,
    }
}
