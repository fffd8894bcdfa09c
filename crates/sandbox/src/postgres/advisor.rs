//! Checks of a database by its system catalog. Nothing that people wrote is run for them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::session::{Admin, Session};
use super::sql::SqlError;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Level {
    #[default]
    Info,
    Warn,
    Error,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Category {
    Security,
    Performance,
}

/// One thing that is looked for.
#[derive(Debug)]
pub struct Check {
    pub name: &'static str,
    pub title: &'static str,
    pub level: Level,
    pub category: Category,
    pub description: &'static str,
    pub remediation: &'static str,
    /// A key of each case, a sentence on it, and what it is about as JSON.
    columns: &'static str,
    /// With the schema as `n`.
    from: &'static str,
    /// The catalog that the object is in, and its id there.
    object: (&'static str, &'static str),
    condition: &'static str,
    group: &'static str,
}

/// One case of it.
#[derive(Debug)]
pub struct Found {
    pub key: String,
    pub detail: String,
    pub metadata: Value,
}

#[derive(Debug)]
pub struct Issue {
    pub check: &'static Check,
    pub found: Found,
}

const TABLES: &str = "pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace";
const TABLE: (&str, &str) = ("pg_class", "c.oid");
const NAMED: &str = "json_build_object('schema', n.nspname, 'name', c.relname, 'type', 'table')";

/// The worst come first.
static CHECKS: [Check; 6] = [
    Check {
        name: "policy_exists_rls_disabled",
        title: "Policies without row-level security",
        level: Level::Error,
        category: Category::Security,
        description: "The table has policies, but row-level security is off, so they have no effect",
        remediation: "https://www.postgresql.org/docs/17/ddl-rowsecurity.html",
        columns: "format('%s_%s', n.nspname, c.relname),
            format('Table `%s.%s` has policies, but row-level security is not enabled', n.nspname, c.relname), {named}",
        from: TABLES,
        object: TABLE,
        condition: "c.relkind IN ('r', 'p') AND NOT c.relrowsecurity
            AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)",
        group: "",
    },
    Check {
        name: "function_search_path_mutable",
        title: "Function with a mutable search path",
        level: Level::Warn,
        category: Category::Security,
        description: "The function runs with its owner's rights and finds names by its caller's search path",
        remediation: "https://www.postgresql.org/docs/17/sql-createfunction.html",
        columns: "format('%s_%s_%s', n.nspname, f.proname, pg_get_function_identity_arguments(f.oid)),
            format('Function `%s.%s` is SECURITY DEFINER and does not set `search_path`', n.nspname, f.proname),
            json_build_object('schema', n.nspname, 'name', f.proname, 'type', 'function')",
        from: "pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace",
        object: ("pg_proc", "f.oid"),
        condition: "f.prosecdef AND NOT EXISTS (SELECT FROM unnest(f.proconfig) AS setting
            WHERE setting LIKE 'search_path=%')",
        group: "",
    },
    Check {
        name: "duplicate_index",
        title: "Duplicate index",
        level: Level::Warn,
        category: Category::Performance,
        description: "Indexes of a table are the same: each write updates all of them",
        remediation: "https://www.postgresql.org/docs/17/sql-dropindex.html",
        columns: "format('%s_%s_%s', n.nspname, c.relname, string_agg(i.relname, '_' ORDER BY i.relname)),
            format('Table `%s.%s` has the same index more than once: %s', n.nspname, c.relname,
                string_agg(format('`%s`', i.relname), ', ' ORDER BY i.relname)),
            json_build_object('schema', n.nspname, 'name', c.relname, 'type', 'table',
                'indexes', json_agg(i.relname ORDER BY i.relname))",
        from: "pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_index x ON x.indrelid = c.oid JOIN pg_class i ON i.oid = x.indexrelid",
        object: TABLE,
        condition: "c.relkind IN ('r', 'p', 'm')",
        group: "GROUP BY n.nspname, c.relname, c.oid, i.relam, x.indkey::text, x.indclass::text,
            x.indcollation::text, x.indoption::text, x.indisunique, x.indnullsnotdistinct,
            x.indexprs::text, x.indpred::text
            HAVING count(*) > 1",
    },
    Check {
        name: "rls_enabled_no_policy",
        title: "Row-level security without policies",
        level: Level::Info,
        category: Category::Security,
        description: "Row-level security is on and there is no policy, so only the table's owner sees rows",
        remediation: "https://www.postgresql.org/docs/17/ddl-rowsecurity.html",
        columns: "format('%s_%s', n.nspname, c.relname),
            format('Table `%s.%s` has row-level security enabled, but no policies', n.nspname, c.relname), {named}",
        from: TABLES,
        object: TABLE,
        condition: "c.relkind IN ('r', 'p') AND c.relrowsecurity
            AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)",
        group: "",
    },
    Check {
        name: "no_primary_key",
        title: "No primary key",
        level: Level::Info,
        category: Category::Performance,
        description: "The table has no primary key, so its rows can't be told apart",
        remediation: "https://www.postgresql.org/docs/17/ddl-constraints.html",
        columns: "format('%s_%s', n.nspname, c.relname),
            format('Table `%s.%s` does not have a primary key', n.nspname, c.relname), {named}",
        from: TABLES,
        object: TABLE,
        condition: "c.relkind IN ('r', 'p') AND NOT c.relispartition
            AND NOT EXISTS (SELECT FROM pg_index x WHERE x.indrelid = c.oid AND x.indisprimary)",
        group: "",
    },
    Check {
        name: "unindexed_foreign_keys",
        title: "Foreign key without an index",
        level: Level::Info,
        category: Category::Performance,
        description: "No index begins with the columns of the foreign key: to delete a row that it references, the whole table is read",
        remediation: "https://www.postgresql.org/docs/17/ddl-constraints.html",
        columns: "format('%s_%s_%s', n.nspname, c.relname, k.conname),
            format('Table `%s.%s` has the foreign key `%s` without an index that covers it', n.nspname, c.relname,
                k.conname),
            json_build_object('schema', n.nspname, 'name', c.relname, 'type', 'table', 'fkey_name', k.conname,
                'fkey_columns', k.conkey)",
        from: "pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_constraint k ON k.conrelid = c.oid",
        object: TABLE,
        condition: "k.contype = 'f' AND k.conparentid = 0 AND NOT EXISTS (SELECT FROM pg_index x
            WHERE x.indrelid = c.oid AND x.indpred IS NULL
            AND (x.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)",
        group: "",
    },
];

impl Check {
    /// For what people made themselves: outside the schemas of PostgreSQL and of no extension.
    fn query(&self) -> String {
        let Self {
            from,
            object: (catalog, id),
            condition,
            group,
            ..
        } = self;
        let columns = self.columns.replace("{named}", NAMED);
        format!(
            "SELECT key, detail, metadata::text FROM (
                 SELECT {columns} FROM {from}
                 WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
                 AND NOT EXISTS (SELECT FROM pg_depend d
                     WHERE d.classid = '{catalog}'::regclass AND d.objid = {id} AND d.deptype = 'e')
                 AND {condition} {group}
             ) AS found (key, detail, metadata) ORDER BY key"
        )
    }
}

/// What the checks find in a database.
pub async fn run(port: u16, admin: &Admin, database: &str) -> Result<Vec<Issue>, SqlError> {
    let session = Session::open(port, admin, database).await?;
    let mut issues = Vec::new();
    for check in &CHECKS {
        for row in session.rows(&check.query(), &[]).await? {
            let metadata: String = row.get(2);
            let found = Found {
                key: row.get(0),
                detail: row.get(1),
                metadata: serde_json::from_str(&metadata).unwrap_or_default(),
            };
            issues.push(Issue { check, found });
        }
    }
    session.close().await?;
    Ok(issues)
}
