//! The platform's HTTP interfaces as Rust: models, clients and the transport under them.
//!
//! This crate knows no window, no keychain and no word of the user interface. Keys and passwords are secrets here, and so
//! are ids and links of temporary databases (the instant service asks for nothing else): nothing in this crate prints,
//! logs or quotes them.
//!
//! [`Management`] is the client of an account, with its API key; [`Instant`] is that of the service that needs no key. The
//! requests of a key share a [`Budget`] that keeps them within the platform's rate limits, and are retried where that
//! cannot do anything twice ([`retry`]). [`CallOptions`] set priority, deadline and cancellation of a call.

#[macro_use]
mod id;
#[macro_use]
mod open_enum;

mod address;
mod budget;
mod call;
mod call_options;
mod change;
mod change_feed;
mod client;
mod decode;
mod download;
mod environment;
mod error;
mod gate;
mod management;
mod observer;
mod options;
mod page;
mod pages;
mod read;
mod recorder;
mod refusal;
mod reply;
mod request;
mod request_runner;
pub mod resource;
pub mod retry;
mod secret;
mod transport;

pub use address::{FileUrl, InstantUrl, InvalidUrl, ManagementUrl};
pub use budget::{Budget, Budgets, Usage};
pub use call_options::{CallOptions, Priority};
pub use change::Change;
pub use change_feed::{ChangeFeed, ChangeStream, FeedError, ReportedChange};
pub use client::Instant;
pub use download::{Download, DownloadError};
pub use environment::{Environment, SystemEnvironment};
pub use error::Error;
pub use gate::{Gate, Gates};
pub use id::{
    BranchId, DatabaseId, EndpointId, InvalidId, KeyId, OperationId, OrgId, ProjectId, UserId,
};
pub use management::Management;
pub use observer::{Destination, HostPort, Observer};
pub use options::Options;
pub use page::{Listed, Next, Page};
pub use recorder::{BodyPart, Recorder, RequestText, SECRET_PART};
pub use reply::Reply;
pub use resource::database_records::DatabaseRecords;
pub use resource::temporary::{CreateDatabase, Database, DatabaseStatus};
pub use secret::{ClaimUrl, DatabaseUrl};
pub use tokio_util::sync::CancellationToken;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
