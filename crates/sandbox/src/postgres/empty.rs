//! Keeping a database's schema and nothing of its data.

use std::collections::{BTreeMap, BTreeSet};

use super::session::{Admin, Session, databases};
use super::sql::{SqlError, identifier};

/// Each table takes several locks, of which a server has only so many at once.
const TABLES_AT_ONCE: usize = 200;

/// Relations that belong to people: of no extension, not temporary, not PostgreSQL's own.
const USER_TABLES: &str = "c.relpersistence <> 't' AND c.oid >= 16384
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
                    AND d.objid = c.oid AND d.deptype = 'e')";

/// Empties every table of every database, starts the sequences anew, takes the rows of
/// materialised views, the large objects and what the planner had learnt. Foreign tables stay as
/// they are: what they show lies elsewhere.
pub async fn empty(port: u16, admin: &Admin) -> Result<(), SqlError> {
    for database in databases(port, admin).await? {
        let session = database.enter(port, admin).await?;
        let emptied = empty_one(&session).await;
        database.leave(session, port, admin).await?;
        emptied?;
    }
    Ok(())
}

async fn empty_one(session: &Session) -> Result<(), SqlError> {
    session
        .run("SET session_replication_role = replica")
        .await?;
    empty_tables(session).await?;
    restart_sequences(session).await?;
    empty_views(session).await?;
    unlink_large_objects(session).await?;
    reset_statistics(session).await
}

async fn empty_tables(session: &Session) -> Result<(), SqlError> {
    let tables = tables(session).await?;
    for group in together(&tables, &links(session).await?) {
        truncate(session, &group, &tables).await?;
    }
    Ok(())
}

/// By number, written as `TRUNCATE` and `LOCK` want them. A partitioned table is named only where that
/// reaches no foreign table; its other partitions are there by themselves.
async fn tables(session: &Session) -> Result<BTreeMap<u32, String>, SqlError> {
    let rows = session
        .rows(
            &format!(
                "SELECT c.oid, n.nspname::text, c.relname::text, c.relkind = 'r'
                 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE {USER_TABLES} AND (c.relkind = 'r' OR c.relkind = 'p' AND NOT EXISTS (
                     SELECT FROM pg_partition_tree(c.oid) t JOIN pg_class f ON f.oid = t.relid
                     WHERE f.relkind = 'f'))"
            ),
            &[],
        )
        .await?;
    let named = rows.iter().map(|row| {
        let (schema, name) = (identifier(row.get(1)), identifier(row.get(2)));
        let only = if row.get(3) { "ONLY " } else { "" };
        (row.get(0), format!("{only}{schema}.{name}"))
    });
    Ok(named.collect())
}

/// Tables that can be emptied only together: through foreign keys, and through partitioning.
async fn links(session: &Session) -> Result<Vec<(u32, u32)>, SqlError> {
    let rows = session
        .rows(
            "SELECT conrelid, confrelid FROM pg_constraint WHERE contype = 'f'
             UNION
             SELECT i.inhrelid, i.inhparent FROM pg_inherits i
             JOIN pg_class c ON c.oid = i.inhrelid AND c.relispartition",
            &[],
        )
        .await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Linked tables in one group, small groups filled up with one another.
fn together(tables: &BTreeMap<u32, String>, links: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let mut near: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (one, other) in links {
        near.entry(*one).or_default().push(*other);
        near.entry(*other).or_default().push(*one);
    }
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut seen = BTreeSet::new();
    for table in tables.keys() {
        if !seen.insert(*table) {
            continue;
        }
        let (mut group, mut next) = (Vec::new(), vec![*table]);
        while let Some(table) = next.pop() {
            if tables.contains_key(&table) {
                group.push(table);
            }
            let others = near.get(&table).into_iter().flatten();
            next.extend(others.filter(|other| seen.insert(**other)));
        }
        match groups.last_mut() {
            Some(last) if last.len() + group.len() <= TABLES_AT_ONCE => last.append(&mut group),
            _ => groups.push(group),
        }
    }
    groups
}

/// Some triggers fire even for replicas; they are off meanwhile. They are looked for under a lock
/// that lets nobody add one, and on the very tables that are emptied.
async fn truncate(
    session: &Session,
    group: &[u32],
    named: &BTreeMap<u32, String>,
) -> Result<(), SqlError> {
    let names: Vec<&str> = group
        .iter()
        .filter_map(|oid| named.get(oid))
        .map(String::as_str)
        .collect();
    let names = names.join(", ");
    session
        .run_long(&format!(
            "BEGIN; LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"
        ))
        .await?;
    let now = tables(session).await?;
    if group.iter().any(|oid| now.get(oid) != named.get(oid)) {
        session.run("ROLLBACK").await?;
        return Err(SqlError::Moved);
    }
    let (off, on) = triggers(session, group).await?;
    session
        .run_long(&format!("{off}TRUNCATE {names}{on}; COMMIT"))
        .await
}

/// Statements that switch the triggers off, and on again as they were.
async fn triggers(session: &Session, group: &[u32]) -> Result<(String, String), SqlError> {
    let triggers = session
        .rows(
            "SELECT n.nspname::text, c.relname::text, t.tgname::text, t.tgenabled::text
             FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
             JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE NOT t.tgisinternal AND t.tgtype & 32 <> 0 AND t.tgenabled IN ('A', 'R')
             AND t.tgrelid = ANY ($1::oid[])",
            &[&group],
        )
        .await?;
    let (mut off, mut on) = (String::new(), String::new());
    for trigger in triggers {
        let (schema, table) = (identifier(trigger.get(0)), identifier(trigger.get(1)));
        let (name, mode): (_, &str) = (identifier(trigger.get(2)), trigger.get(3));
        let mode = if mode == "A" { "ALWAYS" } else { "REPLICA" };
        let alter = format!("ALTER TABLE ONLY {schema}.{table}");
        off.push_str(&format!("{alter} DISABLE TRIGGER {name}; "));
        on.push_str(&format!("; {alter} ENABLE {mode} TRIGGER {name}"));
    }
    Ok((off, on))
}

async fn restart_sequences(session: &Session) -> Result<(), SqlError> {
    session
        .rows(
            &format!(
                "SELECT setval(s.seqrelid, s.seqstart, false) FROM pg_sequence s
                 JOIN pg_class c ON c.oid = s.seqrelid
                 JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {USER_TABLES}"
            ),
            &[],
        )
        .await
        .map(drop)
}

async fn empty_views(session: &Session) -> Result<(), SqlError> {
    let views = session
        .rows(
            &format!(
                "SELECT n.nspname::text, c.relname::text FROM pg_class c
                 JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE {USER_TABLES} AND c.relkind = 'm' AND c.relispopulated"
            ),
            &[],
        )
        .await?;
    for view in views {
        let (schema, name) = (identifier(view.get(0)), identifier(view.get(1)));
        session
            .run_long(&format!(
                "REFRESH MATERIALIZED VIEW {schema}.{name} WITH NO DATA"
            ))
            .await?;
    }
    Ok(())
}

/// A few at a time, for the same reason as the tables.
async fn unlink_large_objects(session: &Session) -> Result<(), SqlError> {
    loop {
        let unlinked = session
            .row_long(
                "SELECT count(lo_unlink(oid)) FROM
                 (SELECT oid FROM pg_largeobject_metadata LIMIT 1000) AS batch",
                &[],
            )
            .await?;
        if unlinked.get::<_, i64>(0) == 0 {
            return Ok(());
        }
    }
}

/// The planner's statistics hold values out of the tables.
async fn reset_statistics(session: &Session) -> Result<(), SqlError> {
    session
        .run(
            "SET allow_system_table_mods = on;
             DELETE FROM pg_statistic WHERE starelid >= 16384;
             DELETE FROM pg_statistic_ext_data",
        )
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linked_tables_are_emptied_together_also_through_what_is_no_table() {
        let tables = (1..=6).map(|oid| (oid, format!("t{oid}"))).collect();
        let groups = together(&tables, &[(1, 99), (99, 4), (4, 6)]);
        let with_one = groups.iter().find(|group| group.contains(&1)).unwrap();
        assert!(with_one.contains(&4) && with_one.contains(&6));
        assert_eq!(groups.iter().flatten().count(), 6);
        let many = (1..=450).map(|oid| (oid, format!("t{oid}"))).collect();
        let sizes: Vec<usize> = together(&many, &[]).iter().map(Vec::len).collect();
        assert_eq!(sizes, [200, 200, 50]);
    }
}
