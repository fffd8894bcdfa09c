//! Operations: what a call of the Management API begins and what goes on after its reply. Each
//! project does one after the other; what was open when the sandbox ended is taken up again.

pub mod computes;
mod data;
mod draft;
mod effect;
mod ending;
mod engine;
pub mod fault;
pub mod housekeeping;
mod look;
mod perform;
mod record;
mod submit;
mod written;

pub use data::{REPLACED, RESTORED, attend, position};
pub use draft::{Draft, Step};
pub use engine::{Engine, until, wake};
pub use look::{Proved, look};
pub use perform::TaskError;
pub use record::transitions;
pub use submit::{begin, must_be_free, submit};
