use crate::host::Host;
use crate::quit::{self, QuitView};
use crate::reply::Reply;

/// What ends with the host.
pub async fn quit_plan(host: &Host) -> Reply<QuitView> {
    Ok(quit::plan(host).await)
}
