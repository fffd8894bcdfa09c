//! Putting databases in the list that were made elsewhere, by their claim links.

use api::{Database, DatabaseUrl};
use secrecy::ExposeSecret;
use url::Url;

use super::schedule;
use super::secrets::{self, RowSecrets};
use super::{blank, claim, name, platform_clock, refresh, view};
use crate::Error;
use crate::accounts::{self, InstantService};
use crate::base::checkpoint::Checkpoint;
use crate::base::clock::local_id;
use crate::base::disk;
use crate::base::link::CheckedLink;
use crate::core::activity::{self, Note};
use crate::core::event::Event;
use crate::core::intent;
use crate::core::operation::operation;
use crate::features::Features;
use crate::store::{IntentKind, SecretStorage, TemporaryDatabase, table};
use crate::tools::connect::{ClaimLink, find_claim_links};
use crate::view::words::Action;
use crate::view::{ErrorCode, ImportCandidateView, TemporaryState, TemporaryView};

/// Puts a database in the list by its claim link. One that is in the list already is looked up again and gets back
/// the credentials it lost.
///
/// # Errors
/// [`ErrorCode::LinkRefused`] for what is no claim link that may be opened, [`ErrorCode::NotFound`] when the service does
/// not know it, a keychain's code when secrets could not be kept.
#[operation(Page, Change, temporary_import_link)]
pub async fn import_link(app: &Features, link: &str) -> Result<TemporaryView, Error> {
    let link = claim::check(link.trim(), accounts::origins(app))?;
    import(app, &link, None).await
}

/// Finds claim links in an env file, or in the `.env` of a folder.
///
/// # Errors
/// [`ErrorCode::File`] when there is no such file or it cannot be read.
#[operation(Guarded, Read, temporary_import_scan)]
pub async fn import_scan(app: &Features, path: &str) -> Result<Vec<ImportCandidateView>, Error> {
    candidates(app, &scan(path).await?).await
}

/// Claim links that were found, as the window sees them.
pub(crate) async fn candidates(
    app: &Features,
    found: &[ClaimLink],
) -> Result<Vec<ImportCandidateView>, Error> {
    let listed = with_ids(app).await?;
    let views = found.iter().map(|claim| candidate(app, &listed, claim));
    Ok(views.collect())
}

/// Puts the database of one found claim link in the list. When the service no longer returns its connection string, the
/// one in the file counts.
///
/// # Errors
/// As [`import_scan`] and [`import_link`]; [`ErrorCode::NotFound`] when the variable is not in the file.
#[operation(Guarded, Change, temporary_import_env)]
pub async fn import_env(
    app: &Features,
    path: &str,
    variable: &str,
) -> Result<TemporaryView, Error> {
    let found = scan(path)
        .await?
        .into_iter()
        .find(|claim| claim.variable == variable);
    let found = found.ok_or_else(|| {
        Error::new(
            ErrorCode::NotFound,
            format!("{variable} is no longer in the file"),
        )
        .hint("Search for claim links again.")
    })?;
    let link = claim::check(found.url.expose_secret(), accounts::origins(app))?;
    let connection = found
        .connection
        .map(|value| DatabaseUrl::new(value.value.expose_secret()));
    import(app, &link, connection).await
}

async fn scan(path: &str) -> Result<Vec<ClaimLink>, Error> {
    let path = disk::expand(path)?;
    let (shown, bytes) = disk::blocking(move || {
        let path = envfile::in_folder(path);
        let bytes = envfile::read(&path)?;
        Ok((path.display().to_string(), bytes))
    })
    .await?;
    let bytes = bytes.ok_or_else(|| {
        Error::new(ErrorCode::File, format!("File not found: {shown}"))
            .hint("Choose an env file that contains a claim link.")
    })?;
    Ok(find_claim_links(bytes.expose_secret()))
}

fn candidate(
    app: &Features,
    listed: &[(TemporaryDatabase, Option<RowSecrets>)],
    claim: &ClaimLink,
) -> ImportCandidateView {
    let checked = claim::check(claim.url.expose_secret(), accounts::origins(app));
    let id = checked
        .as_ref()
        .ok()
        .and_then(|link| claim::id_in(link).ok());
    let known = listed
        .iter()
        .find(|(_, secrets)| id.is_some() && secrets.as_ref().map(|it| &it.id) == id.as_ref());
    let host = match &checked {
        Ok(link) => link.host.ascii.clone(),
        Err(_) => Url::parse(claim.url.expose_secret())
            .ok()
            .and_then(|url| url.host_str().map(ToOwned::to_owned))
            .unwrap_or_default(),
    };
    ImportCandidateView {
        variable: claim.variable.clone(),
        line: u32::try_from(claim.line).unwrap_or(u32::MAX),
        host,
        has_connection: claim.connection.is_some(),
        refused: checked.err().map(|error| error.message().to_owned()),
        known_as: known.map(|(row, _)| row.name.clone()),
    }
}

async fn import(
    app: &Features,
    link: &CheckedLink,
    connection: Option<DatabaseUrl>,
) -> Result<TemporaryView, Error> {
    let id = claim::id_in(link)?;
    let url = Url::parse(link.url.expose_secret())
        .map_err(|_| Error::new(ErrorCode::LinkRefused, "This is not a link"))?;
    let service = accounts::of_link(app, &url).await?;
    let client = accounts::client(app, service.account_id.as_deref(), &service.url).await?;
    secrets::ensure(app, service.account_id.as_deref()).await?;
    let asked_at = app.clock.now();
    let sent = client.get(&id).await;
    let reply = sent.map_err(|error| match Error::from(error) {
        error if error.code() == ErrorCode::NotFound => {
            error.hint("It has expired, or the link is for another service.")
        }
        error => error,
    })?;
    let secrets = gathered(reply.value, connection, link);
    let row = match find_known(app, &service, &secrets).await? {
        Some(row) => renew(app, &row.id, &secrets).await?,
        None => None,
    };
    let row = match row {
        Some(row) => row,
        None => add(app, &service, secrets).await?,
    };
    platform_clock::learn(app, &row, reply.server_time, asked_at).await;
    activity::record(
        app,
        Note::about(app, Action::ImportTemporary, &row).request(reply.request_id.as_deref()),
    )
    .await;
    schedule::record_poll(app, &row, app.clock.now(), &Ok(row.clone()));
    app.signals.changed();
    Ok(view(app, super::row(app, &row.id).await?))
}

/// What the service says, with what the link and the file know besides.
fn gathered(database: Database, connection: Option<DatabaseUrl>, link: &CheckedLink) -> RowSecrets {
    let mut secrets = RowSecrets::from(database);
    secrets.connection = secrets.connection.or(connection);
    secrets
        .claim_url
        .get_or_insert_with(|| api::ClaimUrl::new(link.url.expose_secret()));
    secrets
}

/// Every row with its secrets, where they are available.
async fn with_ids(app: &Features) -> Result<Vec<(TemporaryDatabase, Option<RowSecrets>)>, Error> {
    let mut listed = Vec::new();
    for row in app.store.read(table::temporary::all).await? {
        let secrets = secrets::load(app, &row).await.ok();
        listed.push((row, secrets));
    }
    Ok(listed)
}

/// The row of the same database: by its id, or by its project where the id is lost.
async fn find_known(
    app: &Features,
    service: &InstantService,
    secrets: &RowSecrets,
) -> Result<Option<TemporaryDatabase>, Error> {
    let listed = with_ids(app).await?;
    Ok(listed
        .into_iter()
        .find(|(row, known)| is_same(row, known.as_ref(), service, secrets))
        .map(|(row, _)| row))
}

/// Another service may have a project of the same id, so without the database's id the address counts as well.
fn is_same(
    row: &TemporaryDatabase,
    known: Option<&RowSecrets>,
    service: &InstantService,
    secrets: &RowSecrets,
) -> bool {
    let same_service =
        row.service == service.profile.service && row.account_id == service.account_id;
    let same_database = match known {
        Some(known) => known.id == secrets.id,
        None => {
            secrets.project_id.is_some()
                && row.project_id == secrets.project_id
                && row.origin == service.origin()
        }
    };
    same_service && same_database
}

/// A row that is there gets what is known now, and keeps what only it knew. `None` when it was forgotten since it was
/// found.
async fn renew(
    app: &Features,
    id: &str,
    said: &RowSecrets,
) -> Result<Option<TemporaryDatabase>, Error> {
    let _lock = app.secrets.lock_row(id).await;
    let wanted = id.to_owned();
    let found = app
        .store
        .read(move |store| table::temporary::find(store, &wanted))
        .await?;
    let Some(row) = found else {
        return Ok(None);
    };
    let mut secrets = said.clone();
    if let Ok(known) = secrets::load(app, &row).await {
        secrets.connection = secrets.connection.or(known.connection);
    }
    let secret_storage = secrets::save(app, id, &secrets).await;
    let now = app.clock.now();
    let changed = super::change(app, id, move |row| {
        row.secret_storage = secrets::storage_after_save(row.secret_storage, secret_storage);
        refresh::apply(row, &secrets);
        row.checked_at = Some(now);
        row.check_error = None;
    });
    changed.await.map(Some)
}

/// A new row. Until it is in the store, an intent says that its secrets must go, so that none is left without a row.
async fn add(
    app: &Features,
    service: &InstantService,
    secrets: RowSecrets,
) -> Result<TemporaryDatabase, Error> {
    let clock = std::sync::Arc::clone(&app.clock);
    let now = clock.now();
    let id = local_id(clock.as_ref());
    let guard = intent::begin(
        app,
        IntentKind::ForgetTemporary,
        &id,
        serde_json::Value::Null,
    );
    let (intent, intent_id) = (guard.intent.clone(), guard.intent.id.clone());
    app.store
        .write(move |store| table::intents::record(store, &intent))
        .await?;
    let secret_storage = secrets::save(app, &id, &secrets).await;
    app.checkpoints.passed(Checkpoint::ImportSecretsSaved);
    let is_lost = !accounts::returns_secrets(app, service.account_id.as_deref());
    if secret_storage == SecretStorage::Unsaved && is_lost {
        let error = app.secrets.unsaved(&id);
        app.secrets.drop_row(&id);
        // A keychain that did not answer in time may take them yet, so the intent stays open until it erased them.
        drop(guard);
        app.signals.changed();
        return Err(error.map_or_else(
            || Error::internal("The keychain did not store the credentials"),
            Error::from,
        ));
    }
    let mut row = TemporaryDatabase {
        secret_storage,
        checked_at: Some(now),
        ..blank(service, id, TemporaryState::Unknown, now)
    };
    refresh::apply(&mut row, &secrets);
    let row = app
        .store
        .write(move |store| {
            row.name = name::fresh(store, clock.as_ref())?;
            table::temporary::save(store, &row)?;
            table::intents::close(store, &intent_id)?;
            Ok(row)
        })
        .await?;
    app.events
        .publish(Event::TemporaryChanged { id: row.id.clone() });
    Ok(row)
}

#[cfg(test)]
#[path = "import_tests.rs"]
mod tests;
