//! The platform's HTTP interfaces as Rust: models, clients and the transport under them.
//!
//! This crate knows no window, no keychain and no word of the user interface. Keys and passwords are secrets here, and so
//! are ids and links of temporary databases (the instant service asks for nothing else): nothing in this crate prints,
//! logs or quotes them.
//!
//! [`Management`] speaks to an account with a key, [`Instant`] to the service that needs none. Calls of a key wait for
//! their turn in its [`Budget`], are sent again where that is harmless ([`retry`]) and end with their [`Circumstances`].

#[macro_use]
mod open_enum;

mod address;
mod ambient;
mod budget;
mod call;
mod change;
mod circumstances;
mod client;
mod decode;
mod error;
mod id;
mod latch;
mod line;
mod management;
mod options;
mod page;
mod pages;
mod read;
mod recorder;
mod refusal;
mod reply;
mod request;
pub mod resource;
pub mod retry;
mod secret;
mod transport;

pub use address::{InstantUrl, InvalidUrl, ManagementUrl};
pub use ambient::{Ambient, System};
pub use budget::{Budget, Budgets, Usage};
pub use change::Change;
pub use circumstances::{Circumstances, Priority};
pub use client::Instant;
pub use error::Error;
pub use id::{
    BranchId, DatabaseId, EndpointId, InvalidId, KeyId, OperationId, OrgId, ProjectId, UserId,
};
pub use latch::{Latch, Latches};
pub use management::Management;
pub use options::Options;
pub use page::{Listed, Next, Page};
pub use recorder::{BodyPart, Recorder, RequestText};
pub use reply::Reply;
pub use resource::temporary::{CreateDatabase, Database, DatabaseStatus};
pub use secret::{ClaimUrl, DatabaseUrl};
pub use tokio_util::sync::CancellationToken;
