use chrono::{DateTime, Utc};
use rusqlite::types::Type;
use rusqlite::{Connection, Error, Result, params};
use uuid::Uuid;

use super::model::{
    Branch, BranchState, ClaimStatus, Database, Endpoint, Organization, Project, Role, Row, Secret,
    Temporary,
};

pub fn write(db: &Connection, row: &Row) -> Result<()> {
    match row {
        Row::Organization(it) => db.execute(
            "INSERT INTO organizations (id, name, created_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            params![it.id, it.name, ms(it.created_at)],
        ),
        Row::Project(it) => db.execute(
            "INSERT INTO projects VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name,
                organization_id = excluded.organization_id,
                logical_replication = excluded.logical_replication, updated_at = excluded.updated_at",
            params![
                it.id,
                it.name,
                it.organization_id,
                it.logical_replication,
                ms(it.created_at),
                ms(it.updated_at)
            ],
        ),
        Row::Branch(it) => db.execute(
            "INSERT INTO branches VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name, state = excluded.state",
            params![it.id, it.project_id, it.name, state_word(it.state), ms(it.created_at)],
        ),
        Row::Endpoint(it) => db.execute(
            "INSERT INTO endpoints VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (id) DO UPDATE SET transfer_bytes = excluded.transfer_bytes",
            params![
                it.id,
                it.project_id,
                it.branch_id,
                it.port,
                i64::try_from(it.transfer_bytes).unwrap_or(i64::MAX),
                ms(it.created_at)
            ],
        ),
        Row::Role(it) => db.execute(
            "INSERT INTO roles VALUES (?1, ?2, ?3)
             ON CONFLICT (branch_id, name) DO UPDATE SET password = excluded.password",
            params![it.branch_id, it.name, it.password.reveal()],
        ),
        Row::Database(it) => db.execute(
            "INSERT INTO databases VALUES (?1, ?2, ?3)
             ON CONFLICT (branch_id, name) DO UPDATE SET owner = excluded.owner",
            params![it.branch_id, it.name, it.owner],
        ),
        Row::Temporary(it) => db.execute(
            "INSERT INTO temporaries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             ON CONFLICT (id) DO UPDATE SET status = excluded.status,
                claiming_since = excluded.claiming_since, updated_at = excluded.updated_at,
                expires_at = excluded.expires_at",
            params![
                it.id.to_string(),
                it.project_id,
                it.referrer,
                it.status.word(),
                it.claim_token.reveal(),
                it.claiming_since.map(ms),
                ms(it.created_at),
                ms(it.updated_at),
                ms(it.expires_at)
            ],
        ),
        Row::NoProject(id) => db.execute("DELETE FROM projects WHERE id = ?1", [id]),
    }
    .map(drop)
}

pub fn load(db: &Connection, mut take: impl FnMut(Row)) -> Result<()> {
    each(
        db,
        "SELECT id, name, created_at FROM organizations",
        &mut take,
        |row| {
            Ok(Row::Organization(Organization {
                id: row.get(0)?,
                name: row.get(1)?,
                created_at: time(row, 2)?,
            }))
        },
    )?;
    each(db, "SELECT * FROM projects", &mut take, |row| {
        Ok(Row::Project(Project {
            id: row.get("id")?,
            name: row.get("name")?,
            organization_id: row.get("organization_id")?,
            logical_replication: row.get("logical_replication")?,
            created_at: time(row, 4)?,
            updated_at: time(row, 5)?,
        }))
    })?;
    each(db, "SELECT * FROM branches", &mut take, |row| {
        Ok(Row::Branch(Branch {
            id: row.get("id")?,
            project_id: row.get("project_id")?,
            name: row.get("name")?,
            state: if row.get::<_, String>("state")? == "ready" {
                BranchState::Ready
            } else {
                BranchState::Init
            },
            created_at: time(row, 4)?,
        }))
    })?;
    each(db, "SELECT * FROM endpoints", &mut take, |row| {
        Ok(Row::Endpoint(Endpoint {
            id: row.get("id")?,
            project_id: row.get("project_id")?,
            branch_id: row.get("branch_id")?,
            port: row.get("port")?,
            transfer_bytes: u64::try_from(row.get::<_, i64>("transfer_bytes")?).unwrap_or(0),
            created_at: time(row, 5)?,
        }))
    })?;
    each(
        db,
        "SELECT branch_id, name, password FROM roles",
        &mut take,
        |row| {
            Ok(Row::Role(Role {
                branch_id: row.get(0)?,
                name: row.get(1)?,
                password: Secret::new(row.get::<_, String>(2)?),
            }))
        },
    )?;
    each(
        db,
        "SELECT branch_id, name, owner FROM databases",
        &mut take,
        |row| {
            Ok(Row::Database(Database {
                branch_id: row.get(0)?,
                name: row.get(1)?,
                owner: row.get(2)?,
            }))
        },
    )?;
    each(db, "SELECT * FROM temporaries", &mut take, temporary)
}

fn temporary(row: &rusqlite::Row<'_>) -> Result<Row> {
    let id: String = row.get("id")?;
    let id = Uuid::parse_str(&id)
        .map_err(|e| Error::FromSqlConversionFailure(0, Type::Text, Box::new(e)))?;
    let claiming_since = match row.get::<_, Option<i64>>("claiming_since")? {
        Some(_) => Some(time(row, 5)?),
        None => None,
    };
    Ok(Row::Temporary(Temporary {
        id,
        project_id: row.get("project_id")?,
        referrer: row.get("referrer")?,
        status: match row.get::<_, String>("status")?.as_str() {
            "CLAIMED" => ClaimStatus::Claimed,
            "CLAIMING" => ClaimStatus::Claiming,
            _ => ClaimStatus::Unclaimed,
        },
        claim_token: Secret::new(row.get::<_, String>("claim_token")?),
        claiming_since,
        created_at: time(row, 6)?,
        updated_at: time(row, 7)?,
        expires_at: time(row, 8)?,
    }))
}

fn each(
    db: &Connection,
    sql: &str,
    take: &mut impl FnMut(Row),
    read: impl Fn(&rusqlite::Row<'_>) -> Result<Row>,
) -> Result<()> {
    let mut statement = db.prepare(sql)?;
    let rows = statement.query_map([], |row| read(row))?;
    for row in rows {
        take(row?);
    }
    Ok(())
}

fn state_word(state: BranchState) -> &'static str {
    match state {
        BranchState::Init => "init",
        BranchState::Ready => "ready",
    }
}

fn ms(at: DateTime<Utc>) -> i64 {
    at.timestamp_millis()
}

fn time(row: &rusqlite::Row<'_>, column: usize) -> Result<DateTime<Utc>> {
    let millis: i64 = row.get(column)?;
    DateTime::from_timestamp_millis(millis).ok_or(Error::IntegralValueOutOfRange(column, millis))
}
