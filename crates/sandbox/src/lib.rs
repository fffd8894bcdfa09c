//! The platform on this machine: the instant service over real PostgreSQL servers, with a clock
//! that can be moved and faults that can be ordered. It knows none of the product's other crates.

mod access;
mod changes;
mod clock;
mod config;
mod connection;
mod control;
mod email;
mod error;
mod fault;
mod folder;
mod guard;
mod http;
mod keep;
mod limits;
mod operation;
mod ports;
mod postgres;
mod provision;
mod random;
mod reply;
mod request_log;
mod route;
mod running;
mod shared;
mod start;
mod status;
mod sweep;
mod usage;
mod wire;
mod world;

pub use clock::ClockError;
pub use config::{ClockMode, Config, Names, PostgresChoice};
pub use control::ControlError;
pub use error::StartError;
pub use fault::Fault;
pub use limits::RateLimits;
pub use operation::fault::{OperationFault, Trouble};
pub use postgres::WakeError;
pub use postgres::binaries::{PostgresSource, PostgresVersion};
pub use postgres::compute::ServerState;
pub use request_log::LoggedRequest;
pub use running::Running;
pub use start::Sandbox;
pub use status::ServerStatus;
pub use world::{Action, StoreError};
