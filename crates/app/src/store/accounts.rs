//! Accounts, and hosts whose links were opened before.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, named_params, params};

use super::temporary::SecretStorage;
use super::word;
use crate::Error;
use crate::base::certificates::Certificates;
use crate::base::clock::{millis, time};
use crate::view::{AccountColour, KeyKind, PlatformKind};

/// An account without its key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Account {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) platform: PlatformKind,
    pub(crate) added_at: DateTime<Utc>,
    /// Address of its Management API, where neither its profile nor a platform on this machine says it.
    pub(crate) base_url: Option<String>,
    /// Address of an instant service of its own.
    pub(crate) instant_url: Option<String>,
    pub(crate) colour: AccountColour,
    pub(crate) is_production: bool,
    /// Locked against changes.
    pub(crate) is_read_only: bool,
    /// Shown now. One at most is.
    pub(crate) is_current: bool,
    /// Where its key is; that of a platform on this machine is kept nowhere.
    pub(crate) key_storage: SecretStorage,
    pub(crate) key_kind: Option<KeyKind>,
    /// Whose the key is, in words.
    pub(crate) owner: Option<String>,
    /// Whose the key is, as the platform knows them.
    pub(crate) owner_id: Option<String>,
    /// The one project of a key that is for one.
    pub(crate) key_project_id: Option<String>,
    /// The platform's number for its key, where this app made the key or found it out for sure.
    pub(crate) key_id: Option<String>,
    /// Counts the keys that it got after its first one.
    pub(crate) key_generation: u32,
    /// The organization that was chosen last.
    pub(crate) organization_id: Option<String>,
    /// The project that was open last.
    pub(crate) project_id: Option<String>,
    /// The authority that signs its servers, where no public one does.
    pub(crate) ca: Option<Certificates>,
}

impl Account {
    /// An account of a platform that has nothing but a name yet.
    pub(crate) fn new(
        id: String,
        name: String,
        platform: PlatformKind,
        added_at: DateTime<Utc>,
    ) -> Self {
        Self {
            id,
            name,
            platform,
            added_at,
            base_url: None,
            instant_url: None,
            colour: AccountColour::default(),
            is_production: false,
            is_read_only: false,
            is_current: false,
            key_storage: SecretStorage::None,
            key_kind: None,
            owner: None,
            owner_id: None,
            key_project_id: None,
            key_id: None,
            key_generation: 0,
            organization_id: None,
            project_id: None,
            ca: None,
        }
    }

    /// Whether its addresses and its key are its own, and not those of a platform on this machine.
    pub(crate) fn is_own(&self) -> bool {
        self.key_storage != SecretStorage::None
    }
}

const COLUMNS: &str = "id, name, platform, added_at, base_url, instant_url, colour, is_production, is_read_only, \
    is_current, key_kept, key_kind, owner, owner_id, key_project_id, organization_id, project_id, \
    key_id, key_number, ca";

/// Every account in the order they were added.
pub(crate) fn all(connection: &Connection) -> Result<Vec<Account>, Error> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM account ORDER BY added_at, id"
    ))?;
    let rows = statement
        .query_map([], read)?
        .collect::<rusqlite::Result<_>>()?;
    Ok(rows)
}

/// The first account of a platform.
pub(crate) fn of_platform(
    connection: &Connection,
    platform: PlatformKind,
) -> Result<Option<Account>, Error> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM account WHERE platform = ?1 ORDER BY added_at, id"
    ))?;
    Ok(statement
        .query_row([word::of(&platform)], read)
        .optional()?)
}

/// One account, if it is there.
pub(crate) fn find(connection: &Connection, id: &str) -> Result<Option<Account>, Error> {
    let mut statement =
        connection.prepare_cached(&format!("SELECT {COLUMNS} FROM account WHERE id = ?1"))?;
    Ok(statement.query_row([id], read).optional()?)
}

/// Writes an account, new or not. Which one is current is changed by [`choose`] alone.
pub(crate) fn save(connection: &Connection, account: &Account) -> Result<(), Error> {
    let mut statement = connection.prepare_cached(&format!(
        "INSERT INTO account ({COLUMNS}) VALUES (:id, :name, :platform, :added_at, :base_url, :instant_url, :colour, \
         :is_production, :is_read_only, 0, :key_kept, :key_kind, :owner, :owner_id, :key_project_id, \
         :organization_id, :project_id, :key_id, :key_number, :ca) \
         ON CONFLICT (id) DO UPDATE SET name = :name, platform = :platform, added_at = :added_at, \
         base_url = :base_url, instant_url = :instant_url, colour = :colour, is_production = :is_production, \
         is_read_only = :is_read_only, key_kept = :key_kept, key_kind = :key_kind, owner = :owner, \
         owner_id = :owner_id, key_project_id = :key_project_id, organization_id = :organization_id, \
         project_id = :project_id, key_id = :key_id, key_number = :key_number, ca = :ca"
    ))?;
    statement.execute(named_params! {
        ":id": account.id,
        ":name": account.name,
        ":platform": word::of(&account.platform),
        ":added_at": millis(account.added_at),
        ":base_url": account.base_url,
        ":instant_url": account.instant_url,
        ":colour": word::of(&account.colour),
        ":is_production": account.is_production,
        ":is_read_only": account.is_read_only,
        ":key_kept": word::of(&account.key_storage),
        ":key_kind": account.key_kind.as_ref().map(word::of),
        ":owner": account.owner,
        ":owner_id": account.owner_id,
        ":key_project_id": account.key_project_id,
        ":organization_id": account.organization_id,
        ":project_id": account.project_id,
        ":key_id": account.key_id,
        ":key_number": account.key_generation,
        ":ca": account.ca.as_ref().map(Certificates::pem),
    })?;
    Ok(())
}

/// This account is the current one from now on.
pub(crate) fn choose(connection: &Connection, id: &str) -> Result<(), Error> {
    connection.execute(
        "UPDATE account SET is_current = 0 WHERE is_current = 1 AND id <> ?1",
        [id],
    )?;
    connection.execute("UPDATE account SET is_current = 1 WHERE id = ?1", [id])?;
    Ok(())
}

/// Where none is current, the first one is from now on.
pub(crate) fn choose_any(connection: &Connection) -> Result<(), Error> {
    connection.execute(
        "UPDATE account SET is_current = 1 WHERE id = (SELECT id FROM account ORDER BY added_at, id LIMIT 1) \
         AND NOT EXISTS (SELECT 1 FROM account WHERE is_current = 1)",
        [],
    )?;
    Ok(())
}

/// Takes an account away. One that is gone already is no error.
pub(crate) fn remove(connection: &Connection, id: &str) -> Result<(), Error> {
    connection.execute("DELETE FROM account WHERE id = ?1", [id])?;
    Ok(())
}

/// Whether a link to this host was opened before.
pub(crate) fn knows_host(connection: &Connection, host: &str) -> Result<bool, Error> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM known_host WHERE host = ?1")?;
    Ok(statement.exists([host])?)
}

/// A link to this host was opened.
pub(crate) fn remember_host(
    connection: &Connection,
    host: &str,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO known_host (host, opened_at) VALUES (?1, ?2) ON CONFLICT (host) DO UPDATE SET opened_at = ?2",
        params![host, millis(now)],
    )?;
    Ok(())
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Account> {
    let key_kind: Option<String> = row.get(11)?;
    let ca: Option<String> = row.get(19)?;
    Ok(Account {
        id: row.get(0)?,
        name: row.get(1)?,
        platform: word::read(&row.get::<_, String>(2)?).unwrap_or(PlatformKind::Custom),
        added_at: time(row.get(3)?),
        base_url: row.get(4)?,
        instant_url: row.get(5)?,
        colour: word::read(&row.get::<_, String>(6)?).unwrap_or_default(),
        is_production: row.get(7)?,
        is_read_only: row.get(8)?,
        is_current: row.get(9)?,
        key_storage: word::read(&row.get::<_, String>(10)?).unwrap_or(SecretStorage::None),
        key_kind: key_kind.and_then(|word| word::read(&word)),
        owner: row.get(12)?,
        owner_id: row.get(13)?,
        key_project_id: row.get(14)?,
        organization_id: row.get(15)?,
        project_id: row.get(16)?,
        key_id: row.get(17)?,
        key_generation: row.get(18)?,
        ca: ca.as_deref().and_then(Certificates::of),
    })
}
