//! The core with the sandbox beside it, in the one process that has the data folder open, and everything that a window or a
//! command line can ask of it: no Tauri, no window.
//!
//! A [`Host`] is asked by the name of a command and its arguments as JSON, and answers in JSON.

mod abort_on_drop;
pub mod agent;
mod autostart;
mod call;
pub mod clipboard;
pub mod command;
mod connection;
#[cfg(windows)]
pub mod console;
mod count;
pub mod data;
mod diagnostics;
mod dump;
mod events;
mod host;
#[cfg(debug_assertions)]
mod kill_point;
mod link;
pub mod log;
pub mod marks;
pub mod notice;
mod opening;
mod operation;
pub mod private_folder;
#[cfg(windows)]
mod process_user;
pub mod program;
pub mod psql;
mod quit;
mod reply;
pub mod sandbox;
mod server;
mod shared;
pub mod signal;
mod socket;
mod told;
mod wire;

pub use abort_on_drop::AbortOnDrop;
pub use app::operation::Args;
pub use connection::Connection;
pub use data::Data;
pub use host::{Config, Host};
pub use opening::Core;
pub use quit::QuitView;
pub use reply::Reply;
pub use socket::is_listening;
