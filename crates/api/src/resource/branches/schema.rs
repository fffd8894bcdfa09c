//! The schema of a branch's database, and how it differs from another branch's.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::Branches;
use crate::call::Call;
use crate::resource::{lenient, moment};
use crate::{BranchId, Error, Reply};

/// When a schema is read: now, unless it is said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SchemaPoint {
    /// A place in the branch's log, such as `0/1A2B3C8`. Not together with a moment.
    pub lsn: Option<String>,
    /// A moment of the branch.
    pub timestamp: Option<DateTime<Utc>>,
}

/// What a branch's schema is compared with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompareSchema {
    /// The other branch; the branch's parent when `None`.
    pub base: Option<BranchId>,
    /// When the branch's own schema is read.
    pub at: SchemaPoint,
    /// When that of the other branch is read.
    pub base_at: SchemaPoint,
}

/// A table of a schema.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SchemaTable {
    /// The schema that it is in, such as `public`.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub schema: String,
    /// Its name.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// In the order of the table.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub columns: Vec<SchemaColumn>,
    /// Its keys.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub constraints: Vec<SchemaConstraint>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SchemaColumn {
    /// Its name.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// Such as `character varying(80)`.
    #[serde(default, rename = "type", deserialize_with = "lenient::or_default")]
    pub kind: String,
    /// Whether it may be NULL.
    pub nullable: Option<bool>,
    /// Whether it is computed from others.
    pub generated: Option<bool>,
}

/// A key of a table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SchemaConstraint {
    /// Which key it is.
    #[serde(default, rename = "type", deserialize_with = "lenient::filled")]
    pub kind: Option<SchemaConstraintKind>,
    /// The columns that it is of.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub columns: Vec<String>,
    /// Its name.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub name: Option<String>,
    /// What a foreign key leads to.
    pub referenced_table: Option<ReferencedTable>,
}

open_enum! {
    /// Which key a constraint is.
    pub enum SchemaConstraintKind {
        /// A primary key.
        PrimaryKey = "primary_key",
        /// A unique one.
        Unique = "unique",
        /// A foreign one.
        ForeignKey = "foreign_key",
    }
}

/// The table that a foreign key leads to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ReferencedTable {
    /// The schema that it is in.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub schema: String,
    /// Its name.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub table: String,
    /// The columns that are meant.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub columns: Vec<String>,
}

impl Branches {
    /// The schema of a database as SQL (`GET /projects/{project_id}/branches/{branch_id}/schema`). Empty when the reply has
    /// none.
    pub async fn schema(
        &self,
        branch: &BranchId,
        database: &str,
        at: &SchemaPoint,
    ) -> Result<Reply<String>, Error> {
        #[derive(Deserialize)]
        struct Written {
            #[serde(default, deserialize_with = "lenient::or_default")]
            sql: String,
        }
        let call = self.schema_call(branch, database, at);
        let reply = self.management.fetch::<Written>(call).await?;
        Ok(reply.map(|written| written.sql))
    }

    /// Its tables with their columns and keys (`GET /projects/{project_id}/branches/{branch_id}/schema` with
    /// `format=json`).
    pub async fn schema_tables(
        &self,
        branch: &BranchId,
        database: &str,
        at: &SchemaPoint,
    ) -> Result<Reply<Vec<SchemaTable>>, Error> {
        #[derive(Deserialize)]
        struct Written {
            json: Tables,
        }
        #[derive(Deserialize)]
        struct Tables {
            tables: Vec<SchemaTable>,
        }
        let call = self
            .schema_call(branch, database, at)
            .query("format", "json");
        let reply = self.management.fetch::<Written>(call).await?;
        Ok(reply.map(|written| written.json.tables))
    }

    /// How the schema of a database differs from another branch's, in the form of `diff -u`: from the other branch to
    /// this one (`GET /projects/{project_id}/branches/{branch_id}/compare_schema`). Empty when nothing differs.
    pub async fn compare_schema(
        &self,
        branch: &BranchId,
        database: &str,
        compare: &CompareSchema,
    ) -> Result<Reply<String>, Error> {
        #[derive(Deserialize)]
        struct Compared {
            #[serde(default, deserialize_with = "lenient::or_default")]
            diff: String,
        }
        let route = "/projects/{project_id}/branches/{branch_id}/compare_schema";
        let call = self
            .call_one(Call::get, "compare the schemas", route, branch)
            .query("db_name", database)
            .query_opt("base_branch_id", compare.base.as_ref());
        let call = at(call, ["lsn", "timestamp"], &compare.at);
        let call = at(call, ["base_lsn", "base_timestamp"], &compare.base_at);
        let reply = self.management.fetch::<Compared>(call).await?;
        Ok(reply.map(|compared| compared.diff))
    }

    fn schema_call(&self, branch: &BranchId, database: &str, point: &SchemaPoint) -> Call {
        let route = "/projects/{project_id}/branches/{branch_id}/schema";
        let call = self
            .call_one(Call::get, "read the schema", route, branch)
            .query("db_name", database);
        at(call, ["lsn", "timestamp"], point)
    }
}

fn at(call: Call, [lsn, timestamp]: [&'static str; 2], point: &SchemaPoint) -> Call {
    let moment = point.timestamp.as_ref().map(moment::exact);
    call.query_opt(lsn, point.lsn.as_ref())
        .query_opt(timestamp, moment)
}
