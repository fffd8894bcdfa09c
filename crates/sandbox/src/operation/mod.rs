//! Operations: what a call of the Management API begins and what goes on after its reply. Each
//! project does one after the other; what was open when the sandbox ended goes on at the next start.

mod commit;
pub mod computes;
mod data;
pub mod draft;
mod effect;
mod ending;
pub mod engine;
pub mod error;
mod external;
pub mod fault;
mod finalize;
pub mod housekeeping;
mod past_copy;
mod perform;
pub mod refusal;
mod run;
mod snapshot;
mod submit;
mod sync_from_server;
pub mod verified_passwords;

pub use data::{REPLACED, RESTORED, endpoint_of, maintenance_server, position};
pub use draft::{Draft, Step};
pub use error::TaskError;
pub use external::record_transitions;
pub use finalize::Concerned;
pub use past_copy::PastCopy;
pub use run::{wait_for, wait_for_end, wake_engine};
pub use snapshot::{NewSnapshot, snapshot_removal};
pub use submit::{begin, must_be_free, submit};
pub use sync_from_server::sync_from_server;
