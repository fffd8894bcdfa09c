use app::view::{ContactReason, NetworkView};

use crate::opening::Core;
use crate::reply::Reply;

/// Every host that was contacted lately.
#[specta::specta]
pub async fn network_list(core: &Core) -> Reply<NetworkView> {
    Ok(app::network::list(core).await?)
}

/// The window contacted this host by itself; in a second call, whether that got no answer.
pub async fn network_contacted(
    core: &Core,
    reason: ContactReason,
    host: String,
    port: u16,
    unanswered: bool,
) -> Reply<()> {
    app::network::contacted(core, reason, &host, port, unanswered);
    Ok(())
}
