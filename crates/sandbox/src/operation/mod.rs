//! Operations: what a call of the Management API begins and what goes on after its reply. Each
//! project does one after the other; what was open when the sandbox ended is taken up again.

pub mod computes;
mod data;
pub mod draft;
mod effect;
mod ending;
pub mod engine;
pub mod error;
pub mod fault;
pub mod housekeeping;
mod look;
mod perform;
pub mod proved;
mod record;
pub mod refusal;
mod run;
mod submit;
mod written;

pub use data::{REPLACED, RESTORED, attend, position};
pub use draft::{Draft, Step};
pub use error::TaskError;
pub use look::look;
pub use record::transitions;
pub use run::{until, wake};
pub use submit::{begin, must_be_free, submit};
