//! A branch is a copy that runs: its subscriptions, foreign servers and scheduled jobs would reach the systems of the original.
//! They are switched off before the first statement.

use pgclient::{PortalError, PortalSession};

use super::measure::{query, text};
use crate::Error;
use crate::view::ErrorCode;

/// Statements that switch something off, each beside a sentence for the report.
const SUBSCRIPTIONS: &str = "SELECT format('ALTER SUBSCRIPTION %I DISABLE', subname),
        format('The subscription %s was switched off on the branch.', subname)
    FROM pg_catalog.pg_subscription
    WHERE subenabled AND subdbid = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())";
const USER_MAPPINGS: &str = "SELECT format('DROP USER MAPPING FOR %s SERVER %I',
            CASE WHEN umuser = 0 THEN 'PUBLIC' ELSE quote_ident(usename) END, srvname),
        format('The sign-in of %s at the foreign server %s was removed on the branch.', usename, srvname)
    FROM pg_catalog.pg_user_mappings";
const HAS_JOBS: &str = "SELECT pg_catalog.to_regclass('cron.job') IS NOT NULL";
const JOBS: &str = "SELECT format('SELECT cron.alter_job(%s, active := false)', jobid),
        format('The scheduled job %s was switched off on the branch.', jobid)
    FROM cron.job WHERE active";

/// Switches off what reaches out of the branch, and returns a sentence for each.
///
/// # Errors
/// [`ErrorCode::Database`] for what can't be switched off by this role: nothing of the script has run then.
pub(super) async fn isolate(session: &mut PortalSession) -> Result<Vec<String>, Error> {
    let mut found = query(session, SUBSCRIPTIONS).await?;
    found.extend(query(session, USER_MAPPINGS).await?);
    let has_jobs = query(session, HAS_JOBS).await?;
    if has_jobs.first().is_some_and(|row| text(row, 0) == "t") {
        found.extend(query(session, JOBS).await?);
    }
    let mut sentences = Vec::new();
    for row in found {
        let done = session.command(&text(&row, 0)).await;
        done.map_err(|error| refused(&error))?;
        sentences.push(text(&row, 1));
    }
    Ok(sentences)
}

fn refused(error: &PortalError) -> Error {
    Error::new(
        ErrorCode::Database,
        format!("Something on the branch reaches out of it and can't be switched off: {error}"),
    )
    .hint("Nothing was run. Try it as a role that owns the subscriptions and foreign servers.")
}
