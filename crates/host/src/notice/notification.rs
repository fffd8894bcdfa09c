//! A notification, and what a click on it shows.

use app::text::one_line;
use app::view::DeepLink;

/// A notification.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Notice {
    pub title: String,
    pub body: String,
    /// What is shown when it is clicked; the window as it is when `None`.
    pub opens: Option<DeepLink>,
}

impl Notice {
    /// The same with texts that only show themselves: names in them come from a platform.
    #[must_use]
    pub fn plain(self) -> Self {
        Self {
            title: one_line(&self.title),
            body: one_line(&self.body),
            opens: self.opens,
        }
    }
}
