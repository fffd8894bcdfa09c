//! The contents of a database that is about to be saved: how much data, the roles that it names, and what a copy leaves out.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use pgclient::tokio_postgres::{Client, Error as SqlError};

use crate::Error;
use crate::features::Features;
use crate::tools::connect::{self, DatabaseUrl};
use crate::view::{ContactReason, ErrorCode, NamedRole, SaveFormat};

/// How long connecting and asking may each take: the database may be suspended.
const DEADLINE: Duration = Duration::from_secs(20);

const TABLES: &str = "SELECT current_setting('server_version_num')::int / 10000, count(*)
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE relkind = 'r' AND relpersistence <> 't' AND nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')";
/// Each role with the objects that name it: in a policy (r), as one that has privileges (a), as an owner (o).
const ROLES: &str = "SELECT rolname::text, pg_describe_object(classid, objid, objsubid),
        deptype = 'r' OR classid = 'pg_user_mapping'::regclass AS is_needed
    FROM pg_shdepend d JOIN pg_roles r ON r.oid = refobjid
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND refclassid = 'pg_authid'::regclass AND deptype IN ('r', 'a', 'o')
        AND (rolname <> current_user OR deptype = 'r' OR classid = 'pg_user_mapping'::regclass)
        AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = d.classid AND e.objid = d.objid AND e.deptype = 'e')
    ORDER BY 1, 2";
const REPLICATION: &str = "SELECT 'publication ' || pubname FROM pg_publication
    UNION ALL SELECT 'subscription ' || subname FROM pg_subscription
        WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY 1";
/// The names alone: a value may be a secret.
const SETTINGS: &str =
    "SELECT split_part(setting, '=', 1) || coalesce(' of the role ' || rolname, '')
    FROM pg_db_role_setting JOIN pg_database b ON b.oid = setdatabase
        LEFT JOIN pg_roles r ON r.oid = setrole CROSS JOIN unnest(setconfig) AS setting
    WHERE datname = current_database() ORDER BY 1";

/// The contents of a database that is about to be saved.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Contents {
    /// The major version of its server, such as 17.
    pub server: u32,
    /// How many tables have data to save.
    pub tables: u64,
    /// Roles that policies and user mappings name: without them the schema can't be created elsewhere.
    pub needed: Vec<NamedRole>,
    /// Other roles: owners, and roles that have privileges.
    pub(super) others: Vec<NamedRole>,
    replication: Vec<String>,
    settings: Vec<String>,
}

impl Contents {
    /// Sentences about what a file of this format does not have, or a copy.
    pub(super) fn left_out(&self, format: Option<SaveFormat>) -> Vec<String> {
        let mut notes = Vec::new();
        let is_whole = format == Some(SaveFormat::Archive);
        if let Some(first) = self.others.first().filter(|_| !is_whole) {
            notes.push(format!(
                "Owners and privileges are left out, such as those of {} for {}.",
                first.name, first.object
            ));
        }
        if !self.replication.is_empty() && !is_whole {
            notes.push(format!("Left out: {}.", self.replication.join(", ")));
        }
        if !self.settings.is_empty() {
            notes.push(format!(
                "Settings of the database are left out: {}. Set them with ALTER DATABASE … SET.",
                self.settings.join(", ")
            ));
        }
        notes
    }
}

/// Connects to a database and sees what there is to save.
pub(super) async fn of(
    app: &Features,
    url: &DatabaseUrl,
    ca_file: Option<&Path>,
) -> Result<Contents, Error> {
    let reason = ContactReason::DatabaseCopy;
    let session = connect::open(&app.contacts, reason, url, ca_file, DEADLINE).await?;
    let asked = tokio::time::timeout(DEADLINE, read(session.client())).await;
    let unread = || {
        Error::new(
            ErrorCode::Database,
            "Couldn't read what the database contains",
        )
        .hint("Test the connection, then try again.")
    };
    asked.map_err(|_| unread())?.map_err(|error| {
        tracing::debug!(code = ?error.code(), "the contents of a database were not read");
        unread()
    })
}

async fn read(client: &Client) -> Result<Contents, SqlError> {
    let row = client.query_one(TABLES, &[]).await?;
    let (server, tables) = (row.get::<_, i32>(0), row.get::<_, i64>(1));
    let (mut needed, mut others) = (BTreeMap::new(), BTreeMap::new());
    for row in client.query(ROLES, &[]).await? {
        let (name, object): (String, Option<String>) = (row.get(0), row.get(1));
        let list = match row.get(2) {
            true => &mut needed,
            false => &mut others,
        };
        // The first object of each role is enough.
        list.entry(name).or_insert(object.unwrap_or_default());
    }
    let named = |list: BTreeMap<String, String>| {
        let list = list.into_iter();
        list.map(|(name, object)| NamedRole { name, object })
            .collect()
    };
    Ok(Contents {
        server: u32::try_from(server).unwrap_or_default(),
        tables: u64::try_from(tables).unwrap_or_default(),
        needed: named(needed),
        others: named(others),
        replication: texts(client, REPLICATION).await?,
        settings: texts(client, SETTINGS).await?,
    })
}

async fn texts(client: &Client, query: &str) -> Result<Vec<String>, SqlError> {
    let rows = client.query(query, &[]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}
