//! The sandbox inside this process: started and stopped here, handed to the core as one more account.

mod control;
mod deleted_items;
mod failure;
mod fault;
mod history;
mod options;
mod phase;
mod quarantine;
mod request;
mod show;
pub mod view;
mod words;

pub use control::Control;
