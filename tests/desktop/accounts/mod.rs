//! Accounts of a person's own on platforms of their own: connected, switched, locked, paused, removed.

mod connect;
mod lock;
mod offline;
mod pause;
mod platform;
mod typed;

pub use connect::switch;
pub use platform::{Key, Platform};
pub use typed::{account, accounts, connect, current, type_account};
