//! Native notifications: what they say, and who shows them on Linux. They hold names and times, never a secret.

#[cfg(target_os = "linux")]
pub mod freedesktop;
mod notification;
mod notifier;
pub mod words;

pub use notification::Notice;
pub use notifier::{Notifier, Show};
