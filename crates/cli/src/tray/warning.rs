//! Notifications while no window tells of it.

use host::notice::freedesktop::Notifications;
use host::notice::{Notice, Show};

use super::window;

#[derive(Clone, Debug)]
pub struct OfTray(Notifications);

impl OfTray {
    pub fn new() -> Self {
        Self(Notifications::new(|link| window::open(link.as_ref())))
    }
}

impl Show for OfTray {
    async fn show(&self, notice: Notice) {
        self.0.show(notice).await;
    }

    fn is_looked_at(&self) -> bool {
        false
    }
}
