//! The role that owns what the last of the people's roles leaves behind, until there is another one. It can do nothing.

use super::own_roles::{OwnRole, is_marked, mark_statement};
use super::session::Session;
use super::sql::SqlError;

/// Earlier versions marked none: one of their name that has no member and is older than all roles of people is theirs,
/// because they made it when there was no other.
pub async fn all(session: &Session) -> Result<Vec<String>, SqlError> {
    let first = OwnRole::FallbackOwner.prefix();
    let query = format!(
        "SELECT rolname::text FROM pg_roles r
         WHERE starts_with(rolname, '{first}_') AND NOT rolcanlogin AND {is_marked}
            OR rolname = '{first}' AND NOT rolcanlogin AND NOT rolinherit
               AND NOT EXISTS (SELECT FROM pg_auth_members m WHERE m.roleid = r.oid OR m.member = r.oid)
               AND NOT EXISTS (SELECT FROM pg_roles older
                               WHERE older.oid < r.oid AND NOT older.rolsuper
                                   AND NOT starts_with(older.rolname, 'pg_'))",
        is_marked = is_marked("r.oid")
    );
    let rows = session.rows(&query, &[]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

pub async fn find_or_make(session: &Session) -> Result<String, SqlError> {
    if let Some(found) = all(session).await?.pop() {
        return Ok(found);
    }
    let made = OwnRole::FallbackOwner.new_name();
    let mark = mark_statement(&made);
    session
        .run(&format!("CREATE ROLE {made} NOLOGIN NOINHERIT; {mark}"))
        .await?;
    Ok(made)
}
