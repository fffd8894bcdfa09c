//! Statements that a person confirms on a production account.

use super::text::Plan;
use crate::Error;
use crate::accounts;
use crate::features::{Features, connection_card, temporary};
use crate::view::{ConnectSource, ErrorCode};

/// Returns true for a database of a production account.
pub(super) async fn is_production(app: &Features, source: &ConnectSource) -> bool {
    let account = connection_card::account_of(app, source).await;
    let account = account.and_then(|id| accounts::account(app, &id).ok());
    account.is_some_and(|account| account.is_production)
}

/// Refuses a run with a statement that changes all rows of a table or removes something, unless the name of the database was
/// typed. The refusal is about that name.
pub(super) async fn must_be_confirmed(
    app: &Features,
    source: &ConnectSource,
    plan: &Plan,
    confirmed: Option<&str>,
) -> Result<(), Error> {
    let parts = plan.script.parts().skip(plan.chosen.start);
    let mut parts = parts.take(plan.chosen.len());
    let Some((words, at)) = parts.find_map(|part| Some((part.sweep?, part.range.start))) else {
        return Ok(());
    };
    if !is_production(app, source).await {
        return Ok(());
    }
    let name = name_of(app, source).await?;
    if confirmed == Some(name.as_str()) {
        return Ok(());
    }
    let place = plan.script.position(at);
    let message = format!("{words} at {place} needs your confirmation, as this is production");
    Err(Error::new(ErrorCode::Invalid, message)
        .hint(format!("Type the name of the database, {name}, to run it."))
        .about(&name))
}

async fn name_of(app: &Features, source: &ConnectSource) -> Result<String, Error> {
    Ok(match source {
        ConnectSource::Project { request, .. } | ConnectSource::NewPassword { request, .. } => {
            request.database.clone()
        }
        ConnectSource::Temporary { id } => temporary::row(app, id).await?.name,
        ConnectSource::OneTimeSecret { .. } => String::new(),
    })
}
