//! The sandbox inside this process: started and stopped here, handed to the core as one more account.

mod control;
pub(crate) mod failure;
mod fault;
pub(crate) mod history;
mod options;
mod phase;
pub(crate) mod request;
pub(crate) mod show;
pub mod view;
mod words;

pub use control::Control;
pub(crate) use control::temporary_databases;
