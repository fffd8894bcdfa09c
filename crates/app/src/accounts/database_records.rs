//! Platforms that show and delete temporary databases for their administrator.

use api::{DatabaseRecords, Gates, ManagementUrl};
use secrecy::SecretString;

use super::Accounts;
use super::local_platform::LocalPlatform;
use super::rows::{account, profile_of};
use crate::Error;
use crate::base::clock::NetworkOptions;
use crate::base::off_thread::off_thread;
use crate::model::profile::Profile;
use crate::store::TemporaryDatabase;

/// Whether the platform of a temporary database deletes it before it expires, and returns its secrets again.
pub(crate) fn has_records(row: &TemporaryDatabase) -> bool {
    row.account_id.is_some() && Profile::of(row.service).databases_path.is_some()
}

/// Whether the secrets of a new database can be read from this account's platform again.
pub(crate) fn returns_secrets(app: &Accounts, account_id: Option<&str>) -> bool {
    account_id.is_some_and(|id| reach(app, id).is_ok())
}

/// The databases of a row's platform, as it runs now.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] where no administrator's key is known or the platform offers no such thing, and what
/// the platform says while it does not run.
pub(crate) async fn database_records(
    app: &Accounts,
    row: &TemporaryDatabase,
) -> Result<DatabaseRecords, Error> {
    let Some(account_id) = row.account_id.as_ref().filter(|_| has_records(row)) else {
        return Err(not_offered(&row.service_label));
    };
    let (path, local, key) = reach(app, account_id)?;
    let base = ManagementUrl::parse(&local.base_url);
    let base = base.map_err(|problem| Error::invalid(problem.to_string()))?;
    let options = NetworkOptions {
        gates: Gates {
            writes: app.clients.writes_of(account_id),
            ..Gates::default()
        },
        observer: Some(app.clients.observer()),
        ..app.network.clone()
    };
    let made = off_thread(move || DatabaseRecords::new(&base, path, &key, options)).await;
    Ok(made.map_err(|_| Error::internal("Couldn't start the HTTP client"))??)
}

fn reach(
    app: &Accounts,
    account_id: &str,
) -> Result<(&'static str, LocalPlatform, SecretString), Error> {
    let account = account(app, account_id)?;
    let profile = profile_of(app, &account);
    let path = profile
        .databases_path
        .ok_or_else(|| not_offered(&account.name))?;
    let local = app.instant_services.local_of(account_id);
    let local = local.ok_or_else(|| profile.unavailable())?;
    let key = local
        .admin_key
        .clone()
        .ok_or_else(|| not_offered(&account.name))?;
    Ok((path, local, key))
}

fn not_offered(place: &str) -> Error {
    Error::invalid(format!(
        "{place} doesn't delete temporary databases before they expire"
    ))
    .hint("Remove the database from the list, or claim it and delete its project.")
}
