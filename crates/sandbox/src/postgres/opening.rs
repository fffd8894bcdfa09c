//! Before a server opens data: whether this PostgreSQL may, whether the roles have the rights that were asked for, and
//! whether roles that an earlier sandbox used are without any. What cannot be served is refused by name, and nothing of it
//! is changed.

use std::path::Path;

use super::WakeError;
use super::binaries::{MAJOR, PostgresVersion};
use super::opening_note::{build, noted, write};
use super::own_roles::disarm_former;
use super::replication::Replication;
use super::{cluster, single};
use crate::owner::Owner;

/// Every database, in letters that need no quotes, and whether it can be opened at all: one that
/// sorts by ICU has no collation version where PostgreSQL has no ICU.
const DATABASES: &str = "SELECT encode(convert_to(datname::text, 'UTF8'), 'hex') || CASE WHEN datlocprovider = 'i' AND pg_database_collation_actual_version(oid) IS NULL THEN ' icu' ELSE ' open' END AS value FROM pg_database WHERE datconnlimit <> -2 AND datname NOT IN ('template0', 'template1', 'postgres');\n";
/// Columns, indexes, domains, views and whatever else depends on a collation that this PostgreSQL
/// cannot do. That such collations are there means nothing: `initdb` has made them.
const USES: &str = "SELECT 'uses ' || count(*) AS value FROM pg_depend d JOIN pg_collation c ON d.refclassid = 'pg_collation'::regclass AND d.refobjid = c.oid WHERE c.collprovider = 'i' AND pg_collation_actual_version(c.oid) IS NULL;\n";

/// Makes data ready for a server; nothing else may use it meanwhile. A small file is read, unless
/// another PostgreSQL had the data before or replication was asked for since. Roles keep the right
/// that they have where nothing is said of it.
pub async fn make_ready(
    pg: &PostgresVersion,
    owner: Option<Owner>,
    cluster: &Path,
    replication: Option<Replication>,
) -> Result<(), WakeError> {
    is_of_this_major(pg, cluster)?;
    let noted = noted(cluster);
    let (noted_build, noted_right) = noted.trim_end().split_once('\n').unwrap_or_default();
    let build = build(pg);
    let is_known = noted_build == build;
    let changed = replication.filter(|requested| requested.word() != noted_right);
    if is_known && changed.is_none() {
        return Ok(());
    }
    if !is_known {
        check_collations(pg, owner, cluster).await?;
        single::run(pg, owner, cluster, "postgres", &disarm_former()).await?;
    }
    if let Some(changed) = changed {
        single::run(pg, owner, cluster, "postgres", &changed.statement()).await?;
    }
    let right = match changed {
        Some(changed) => changed.word(),
        None => noted_right,
    };
    write(cluster, owner, &build, right)?;
    Ok(())
}

/// Refuses data of another major version, which a server must not even try.
pub fn is_of_this_major(pg: &PostgresVersion, cluster: &Path) -> Result<(), WakeError> {
    let Some(found) = cluster::major(cluster) else {
        return Err(WakeError::NoData);
    };
    if found == MAJOR.to_string() {
        return Ok(());
    }
    Err(WakeError::OtherMajor {
        found,
        runs: pg.version.clone(),
    })
}

async fn check_collations(
    pg: &PostgresVersion,
    owner: Option<Owner>,
    cluster: &Path,
) -> Result<(), WakeError> {
    let mut unfit = Vec::new();
    for line in single::run(pg, owner, cluster, "postgres", DATABASES).await? {
        let Some((name, state)) = line.split_once(' ') else {
            continue;
        };
        let name = named(name)?;
        let sorts_by_icu = match state {
            "icu" => true,
            _ => {
                let found = single::run(pg, owner, cluster, &name, USES).await?;
                found.first().is_none_or(|found| found != "uses 0")
            }
        };
        if sorts_by_icu {
            unfit.push(format!("`{}`", name.escape_debug()));
        }
    }
    if unfit.is_empty() {
        return Ok(());
    }
    Err(WakeError::Collations {
        databases: unfit.join(", "),
        runs: pg.version.clone(),
    })
}

/// A name from its hexadecimal digits.
fn named(hex: &str) -> Result<String, WakeError> {
    let bytes: Option<Vec<u8>> = (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok())
        .collect();
    bytes
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(|| WakeError::Files("couldn't read a database's name".to_owned()))
}
