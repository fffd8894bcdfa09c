//! Statements that a person confirms on a production account.

use super::text::Plan;
use crate::Error;
use crate::view::{ConnectSource, ErrorCode, SqlOptions};

/// Refuses a run with a statement that changes all rows of a table or removes something, unless the name of the database was
/// typed. The refusal is about that name.
pub(super) fn must_be_confirmed(
    plan: &Plan,
    source: &ConnectSource,
    place: &str,
    options: &SqlOptions,
) -> Result<(), Error> {
    let mut parts = plan.statements();
    let Some((words, at)) = parts.find_map(|part| Some((part.sweep?, part.range.start))) else {
        return Ok(());
    };
    let name = match source {
        ConnectSource::Project { request, .. } | ConnectSource::NewPassword { request, .. } => {
            &request.database
        }
        ConnectSource::Temporary { .. } | ConnectSource::OneTimeSecret { .. } => place,
    };
    if options.confirmed.as_deref() == Some(name) {
        return Ok(());
    }
    let place = plan.script.position(at);
    let message = format!("{words} at {place} needs your confirmation, as this is production");
    Err(Error::new(ErrorCode::Invalid, message)
        .hint(format!("Type the name of the database, {name}, to run it."))
        .about(name))
}
