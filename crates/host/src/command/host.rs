use crate::host::Host;
use crate::quit::{self, QuitView};
use crate::reply::Reply;

/// Whether the program that asks is the first that tells the person of this event.
pub async fn notice_take(host: &Host, what: String) -> Reply<bool> {
    Ok(host.told.take(what))
}

/// What ends with the host.
pub async fn quit_plan(host: &Host) -> Reply<QuitView> {
    Ok(quit::plan(host).await)
}
