//! The schema of a branch's database, and how it differs from another branch's. Both only read; the platform may start a
//! suspended compute for it.

use api::resource::branches as wire;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::request::{check_lsn, one_point};
use crate::Error;
use crate::accounts::client;
use crate::base::{check, ids};
use crate::core::operation::operation;
use crate::platform::Platform;
use crate::view::{BranchSchemaView, SchemaComparisonView};

/// Which schema of a branch is read.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct ReadSchema {
    /// The database's name.
    pub database: String,
    /// As it was at this LSN.
    pub lsn: Option<String>,
    /// As it was at this moment.
    pub timestamp: Option<DateTime<Utc>>,
}

/// What a branch's schema is compared with.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct CompareSchema {
    /// The name of the database, which both branches have.
    pub database: String,
    /// The other branch; the branch's parent when `None`.
    pub base_id: Option<String>,
    /// As the branch itself was at this LSN.
    pub lsn: Option<String>,
    /// As the branch itself was at this moment.
    pub timestamp: Option<DateTime<Utc>>,
    /// As the other branch was at this LSN.
    pub base_lsn: Option<String>,
    /// As the other branch was at this moment.
    pub base_timestamp: Option<DateTime<Utc>>,
}

/// The schema of a database as SQL (`GET /projects/{project_id}/branches/{branch_id}/schema`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, [`crate::view::ErrorCode::NotFound`] without the branch or
/// the database, and as every read of an account.
#[operation(Page, Read, branch_schema, text)]
pub async fn schema(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    read: ReadSchema,
) -> Result<BranchSchemaView, Error> {
    let account_client = client::of(app, account_id).await?;
    let branches = account_client.click().branches(&ids::project(project_id)?);
    let branch = ids::branch(branch_id)?;
    check::identifier(&read.database, "database")?;
    let at = point(read.lsn, read.timestamp)?;
    let sql = account_client.send_value(branches.schema(&branch, &read.database, &at));
    Ok(BranchSchemaView { sql: sql.await? })
}

/// How the schema of a database differs from that of another branch (`GET
/// /projects/{project_id}/branches/{branch_id}/compare_schema`).
///
/// # Errors
/// As [`schema`].
#[operation(Page, Read, branch_compare_schema, text)]
pub async fn compare_schema(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    compare: CompareSchema,
) -> Result<SchemaComparisonView, Error> {
    let account_client = client::of(app, account_id).await?;
    let branches = account_client.click().branches(&ids::project(project_id)?);
    let branch = ids::branch(branch_id)?;
    check::identifier(&compare.database, "database")?;
    let wanted = wire::CompareSchema {
        base: compare.base_id.as_deref().map(ids::branch).transpose()?,
        at: point(compare.lsn, compare.timestamp)?,
        base_at: point(compare.base_lsn, compare.base_timestamp)?,
    };
    let diff =
        account_client.send_value(branches.compare_schema(&branch, &compare.database, &wanted));
    Ok(SchemaComparisonView { diff: diff.await? })
}

fn point(
    lsn: Option<String>,
    timestamp: Option<DateTime<Utc>>,
) -> Result<wire::SchemaPoint, Error> {
    if lsn.is_some() && timestamp.is_some() {
        return Err(one_point());
    }
    if let Some(lsn) = &lsn {
        check_lsn(lsn)?;
    }
    Ok(wire::SchemaPoint { lsn, timestamp })
}
