//! The window, as the icon opens it.

use app::view::DeepLink;

/// One that is open already comes to the front. It shows what the link names.
pub fn open(link: Option<&DeepLink>) {
    let address = link.map(app::deep_links::address);
    if let Err(error) = host::program::start("plinth-desktop", address) {
        tracing::warn!(%error, "the window could not be opened");
    }
}
