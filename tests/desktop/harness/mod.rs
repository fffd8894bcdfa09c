//! A private desktop for one test, and the window in it.

mod browser;
mod display;
mod dragging;
pub mod process;
pub mod secrets;
mod session;
mod traffic;
mod window;

pub use browser::OpenedLinks;
pub use session::{Desktop, Keychain, Theme, WindowOptions};
pub use window::Window;

use std::time::Duration;

/// How long any wait for a fact may last. Generous, because two cores may be busy with other tests.
pub const PATIENCE: Duration = Duration::from_secs(60);
