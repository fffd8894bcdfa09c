use app::view::NetworkView;

use crate::opening::Core;
use crate::reply::Reply;

/// Every host that was contacted lately.
#[specta::specta]
pub async fn network_list(core: &Core) -> Reply<NetworkView> {
    Ok(app::network::list(core).await?)
}

/// A page of this host was opened in the browser.
pub async fn network_opened(core: &Core, host: String, port: u16) -> Reply<()> {
    app::network::opened_in_browser(core, &host, port);
    Ok(())
}
