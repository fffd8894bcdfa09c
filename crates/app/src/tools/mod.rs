//! Texts for other programs: connection strings and their forms, commands, options of a create.

pub(crate) mod command_text;
pub mod connect;
pub(crate) mod contacts;
pub mod new_connection;
pub(crate) mod options;
pub(crate) mod secret_bundle;
pub(crate) mod target;
pub mod updates;
