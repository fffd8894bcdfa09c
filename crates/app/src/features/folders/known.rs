//! Temporary databases of the list by the connection strings that env files have.

use envfile::ExposeSecret as _;

use super::look::Look;
use crate::features::{Features, temporary};
use crate::model::folder::{FolderRecord, WrittenString};
use crate::store::{TemporaryDatabase, table};
use crate::tools::connect::DatabaseUrl;

/// What the env file of a folder has, where that is the string of a temporary database of the list.
pub(super) async fn known_string(app: &Features, record: &FolderRecord) -> Option<WrittenString> {
    let rows = app.store.read(table::temporary::all).await.ok()?;
    let look = Look::at(app, record.clone(), &rows).await;
    let value = look.env.value?;
    let url: DatabaseUrl = value.text.expose_secret().parse().ok()?;
    for row in rows.iter().filter(|row| leads_to(row, &url)) {
        let target = temporary::target(app, row).await.ok()?;
        if target.url.masked() == url.masked() {
            return Some(WrittenString {
                temporary_id: Some(row.id.clone()),
                masked: url.masked(),
                expires_at: row.expires_at,
            });
        }
    }
    None
}

pub(super) fn leads_to(row: &TemporaryDatabase, url: &DatabaseUrl) -> bool {
    row.endpoint.as_ref().is_some_and(|at| {
        let is_host = at.host == url.host() || at.host == url.direct().host();
        is_host && at.port == url.port() && at.database == url.database() && at.role == url.role()
    })
}
