//! Sessions whose results are read in portions: the extended protocol with text results, `Execute` with a number of rows, and
//! `Flush`. tokio-postgres signs in and sets up TLS, and hands the stream over.

mod cancel;
mod error;
mod exchange;
mod lent;
mod message;
mod row;
mod session;
mod status;

pub use cancel::Canceler;
pub use error::{Notice, PortalError, ServerError};
pub use exchange::{Fetched, PortalSession};
pub use row::{Cell, Column, Limits, Row};
pub use session::Prepared;
pub use status::Status;
