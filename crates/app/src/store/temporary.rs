//! Temporary databases.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, named_params};
use serde::{Deserialize, Serialize};

use super::word;
use crate::Error;
use crate::base::clock::{millis, time};
use crate::view::{
    EndpointView, ErrorCode, ErrorView, ExpiryWarning, InstantServiceKind, SaveStateView,
    SeedStateView, TemporaryState,
};

/// One temporary database without its secrets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TemporaryDatabase {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) service: InstantServiceKind,
    pub(crate) service_label: String,
    /// Address of its instant service, where its account does not say it.
    pub(crate) origin: Option<String>,
    pub(crate) account_id: Option<String>,
    pub(crate) state: TemporaryState,
    pub(crate) created_at: DateTime<Utc>,
    /// When the platform's record of it last changed.
    pub(crate) updated_at: Option<DateTime<Utc>>,
    pub(crate) expires_at: Option<DateTime<Utc>>,
    pub(crate) reference: String,
    pub(crate) logical_replication: bool,
    pub(crate) project_id: Option<String>,
    pub(crate) endpoint: Option<EndpointView>,
    pub(crate) before_claim: bool,
    pub(crate) secret_storage: SecretStorage,
    pub(crate) env: Option<EnvNote>,
    pub(crate) seed: Option<SeedStateView>,
    pub(crate) saved: Option<SaveStateView>,
    pub(crate) checked_at: Option<DateTime<Utc>>,
    pub(crate) check_error: Option<ErrorView>,
    pub(crate) claim_opened_at: Option<DateTime<Utc>>,
    /// The strongest warning that was published.
    pub(crate) warned: Option<ExpiryWarning>,
}

/// Where a row's secrets are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum SecretStorage {
    /// There are none yet, or never were.
    None,
    /// In the keychain.
    Keychain,
    /// In memory, because the person chose so; gone when the app quits.
    Memory,
    /// In memory, because the keychain did not take them; tried again.
    Unsaved,
}

word::words! {
    SecretStorage {
        None = "none",
        Keychain = "keychain",
        Memory = "memory",
        Unsaved = "unsaved",
    }
}

/// The env file a row was last written to.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct EnvNote {
    pub(crate) path: String,
    pub(crate) key: String,
    pub(crate) written_at: DateTime<Utc>,
}

const COLUMNS: &str = "id, name, place, place_label, origin, account_id, state, created_at, expires_at, reference, \
    logical_replication, project_id, host, port, database, role, before_claim, kept, env, seed, checked_at, \
    check_error, claim_opened_at, warned, updated_at, saved";

/// Every row, newest first.
pub(crate) fn all(connection: &Connection) -> Result<Vec<TemporaryDatabase>, Error> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM temporary ORDER BY created_at DESC, id DESC"
    ))?;
    let rows = statement
        .query_map([], read)?
        .collect::<rusqlite::Result<_>>()?;
    Ok(rows)
}

/// One row, if it is in the list.
pub(crate) fn find(connection: &Connection, id: &str) -> Result<Option<TemporaryDatabase>, Error> {
    let mut statement =
        connection.prepare_cached(&format!("SELECT {COLUMNS} FROM temporary WHERE id = ?1"))?;
    Ok(statement.query_row([id], read).optional()?)
}

/// One row that must be there.
pub(crate) fn get(connection: &Connection, id: &str) -> Result<TemporaryDatabase, Error> {
    find(connection, id)?.ok_or_else(|| {
        Error::new(ErrorCode::NotFound, "Temporary database not found")
            .hint("It may have been removed from the list.")
    })
}

/// Whether a row with this name is there.
pub(crate) fn has_name(connection: &Connection, name: &str) -> Result<bool, Error> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM temporary WHERE name = ?1")?;
    Ok(statement.exists([name])?)
}

/// Changes one row and returns it as it is then.
pub(crate) fn change(
    connection: &Connection,
    id: &str,
    change: impl FnOnce(&mut TemporaryDatabase),
) -> Result<TemporaryDatabase, Error> {
    let mut row = get(connection, id)?;
    change(&mut row);
    save(connection, &row)?;
    Ok(row)
}

/// Takes a row away. One that is gone already is no error.
pub(crate) fn remove(connection: &Connection, id: &str) -> Result<(), Error> {
    connection.execute("DELETE FROM temporary WHERE id = ?1", [id])?;
    Ok(())
}

/// Writes a row, new or not.
pub(crate) fn save(connection: &Connection, row: &TemporaryDatabase) -> Result<(), Error> {
    let endpoint = row.endpoint.as_ref();
    let mut statement = connection.prepare_cached(&format!(
        "INSERT INTO temporary ({COLUMNS}) VALUES (:id, :name, :place, :place_label, :origin, :account_id, :state, :created_at, \
         :expires_at, :reference, :logical_replication, :project_id, :host, :port, :database, :role, :before_claim, \
         :kept, :env, :seed, :checked_at, :check_error, :claim_opened_at, :warned, :updated_at, :saved) \
         ON CONFLICT (id) DO UPDATE SET name = :name, place = :place, place_label = :place_label, origin = :origin, \
         account_id = :account_id, state = :state, created_at = :created_at, expires_at = :expires_at, \
         reference = :reference, logical_replication = :logical_replication, project_id = :project_id, host = :host, \
         port = :port, database = :database, role = :role, before_claim = :before_claim, kept = :kept, env = :env, \
         seed = :seed, checked_at = :checked_at, check_error = :check_error, claim_opened_at = :claim_opened_at, \
         warned = :warned, updated_at = :updated_at, saved = :saved",
    ))?;
    statement.execute(named_params! {
        ":id": row.id,
        ":name": row.name,
        ":place": word::of(&row.service),
        ":place_label": row.service_label,
        ":origin": row.origin,
        ":account_id": row.account_id,
        ":state": word::of(&row.state),
        ":created_at": millis(row.created_at),
        ":expires_at": row.expires_at.map(millis),
        ":reference": row.reference,
        ":logical_replication": row.logical_replication,
        ":project_id": row.project_id,
        ":host": endpoint.map(|endpoint| &endpoint.host),
        ":port": endpoint.map(|endpoint| endpoint.port),
        ":database": endpoint.map(|endpoint| &endpoint.database),
        ":role": endpoint.map(|endpoint| &endpoint.role),
        ":before_claim": row.before_claim,
        ":kept": word::of(&row.secret_storage),
        ":env": word::json(row.env.as_ref()),
        ":seed": word::json(row.seed.as_ref()),
        ":saved": word::json(row.saved.as_ref()),
        ":checked_at": row.checked_at.map(millis),
        ":check_error": word::json(row.check_error.as_ref()),
        ":claim_opened_at": row.claim_opened_at.map(millis),
        ":warned": row.warned.as_ref().map(word::of),
        ":updated_at": row.updated_at.map(millis),
    })?;
    Ok(())
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<TemporaryDatabase> {
    let text = |name: &str| row.get::<_, String>(name);
    let maybe_text = |name: &str| row.get::<_, Option<String>>(name);
    let maybe_time =
        |name: &str| Ok::<_, rusqlite::Error>(row.get::<_, Option<i64>>(name)?.map(time));
    Ok(TemporaryDatabase {
        id: text("id")?,
        name: text("name")?,
        service: word::read(&text("place")?).unwrap_or(InstantServiceKind::Custom),
        service_label: text("place_label")?,
        origin: maybe_text("origin")?,
        account_id: maybe_text("account_id")?,
        state: word::read(&text("state")?).unwrap_or(TemporaryState::Unknown),
        created_at: time(row.get("created_at")?),
        updated_at: maybe_time("updated_at")?,
        expires_at: maybe_time("expires_at")?,
        reference: text("reference")?,
        logical_replication: row.get("logical_replication")?,
        project_id: maybe_text("project_id")?,
        endpoint: read_endpoint(row)?,
        before_claim: row.get("before_claim")?,
        secret_storage: word::read(&text("kept")?).unwrap_or(SecretStorage::Keychain),
        env: word::read_json(maybe_text("env")?),
        seed: word::read_json(maybe_text("seed")?),
        saved: word::read_json(maybe_text("saved")?),
        checked_at: maybe_time("checked_at")?,
        check_error: word::read_json(maybe_text("check_error")?),
        claim_opened_at: maybe_time("claim_opened_at")?,
        warned: maybe_text("warned")?.and_then(|warned| word::read(&warned)),
    })
}

fn read_endpoint(row: &rusqlite::Row<'_>) -> rusqlite::Result<Option<EndpointView>> {
    let Some(host) = row.get::<_, Option<String>>("host")? else {
        return Ok(None);
    };
    Ok(Some(EndpointView {
        host,
        port: row.get::<_, Option<u16>>("port")?.unwrap_or(5432),
        database: row
            .get::<_, Option<String>>("database")?
            .unwrap_or_default(),
        role: row.get::<_, Option<String>>("role")?.unwrap_or_default(),
    }))
}
