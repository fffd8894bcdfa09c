//! A notification, and what a click on it shows.

use app::view::DeepLink;

/// A notification.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Notice {
    pub(super) title: String,
    pub(super) body: String,
    /// What is shown when it is clicked; the window as it is when `None`.
    pub(super) opens: Option<DeepLink>,
}
