//! A notification, and what a click on it shows.

use app::view::DeepLink;

/// A notification.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Notice {
    pub title: String,
    pub body: String,
    /// What is shown when it is clicked; the window as it is when `None`.
    pub opens: Option<DeepLink>,
}
