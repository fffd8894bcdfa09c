//! Trying a connection, on a click.

use std::time::Duration;

use crate::features::Features;
use crate::tools::connect;
use crate::view::CheckView;
use crate::{Error, accounts};

const DEADLINE: Duration = Duration::from_secs(10);

/// Opens a real connection to the direct host, with TLS and the channel binding that the string asks for, and runs
/// `SELECT 1`. Connecting and asking may each take ten seconds.
///
/// # Errors
/// [`crate::view::ErrorCode::Database`] when the server refuses or cannot be reached,
/// [`crate::view::ErrorCode::Timeout`] when it takes too long, [`crate::view::ErrorCode::ReadOnly`] while its account is
/// locked against changes: connecting would wake it. What its place says while it does not run.
pub async fn check(app: &Features, id: &str) -> Result<CheckView, Error> {
    let row = super::row(app, id).await?;
    super::must_take_sessions(app, &row)?;
    let url = super::direct_url(app, &row).await?;
    let ca_file = accounts::ca_file(app, &row);
    let checked = connect::check(&url, ca_file.as_deref(), DEADLINE).await?;
    Ok(CheckView {
        server_version: checked.server_version,
        milliseconds: u32::try_from(checked.elapsed.as_millis()).unwrap_or(u32::MAX),
        channel_binding: checked.channel_binding,
    })
}
