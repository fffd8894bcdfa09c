//! The platform's HTTP interfaces as Rust: models, clients and the transport under them.
//!
//! This crate knows no window, no keychain and no word of the user interface. Ids and links of temporary databases are
//! secrets here (the instant service asks for nothing else), so nothing in this crate prints, logs or quotes them.

mod address;
mod ambient;
mod client;
mod decode;
mod error;
mod id;
mod refusal;
mod reply;
mod request;
pub mod resource;
pub mod retry;
mod secret;
mod transport;

pub use address::{InstantUrl, InvalidUrl};
pub use ambient::{Ambient, System};
pub use client::{Instant, Options};
pub use error::Error;
pub use id::{DatabaseId, InvalidId, ProjectId};
pub use reply::Reply;
pub use resource::temporary::{CreateDatabase, Database, DatabaseStatus};
pub use secret::{ClaimUrl, DatabaseUrl};
