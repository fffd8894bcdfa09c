//! What knows nothing of platforms and accounts: files, locks, clocks, ids, checks of what was typed.

#[cfg(windows)]
pub(crate) mod access_list;
pub(crate) mod certificates;
pub(crate) mod check;
pub(crate) mod checkpoint;
pub(crate) mod chosen_file;
pub(crate) mod clients;
pub(crate) mod clock;
pub(crate) mod conflict;
pub mod disk;
pub(crate) mod error;
pub(crate) mod exclusive;
pub(crate) mod exposed;
pub(crate) mod fold;
pub(crate) mod folder;
pub(crate) mod guard;
pub(crate) mod ids;
pub mod link;
pub(crate) mod name_order;
pub(crate) mod off_thread;
pub mod private;
pub(crate) mod secret_edit;
pub(crate) mod tasks;
pub mod text;
pub(crate) mod under_way;
