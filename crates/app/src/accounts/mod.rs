//! Accounts, and the instant services where temporary databases are made.
//!
//! An account is a row of the store and, where it is the person's own, a key in the vault. All rows are in memory too, so
//! that nothing waits for the disk to know an address, a name or a lock.

mod address;
mod authority;
mod change_feed;
mod choose;
pub(crate) mod client;
mod clients;
mod colour;
mod connect;
mod database_records;
mod edit;
mod instant_services;
mod key;
mod key_cache;
mod key_swap;
mod layer;
mod local;
mod local_platform;
mod recheck;
mod registry;
mod relocate;
mod request;
mod rotation_lock;
mod row;
mod rows;
mod same;
mod verify;
mod view;

pub use crate::model::profile::LocalNames;
pub(crate) use address::{base_of, host, instant_of};
pub(crate) use authority::sync_ca_files;
pub(crate) use change_feed::{change_feed, reports_changes};
pub use choose::{AccountChoose, AccountList, AccountRemember, choose, list, remember};
pub use client::{AccountBudget, budget};
pub use colour::{AccountUsualColour, usual_colour};
pub use connect::{AccountCheck, AccountConnect, check_new, connect};
pub(crate) use connect::{MadeKey, connect_made};
pub(crate) use database_records::{database_records, has_records, returns_secrets};
pub(crate) use edit::comes_with_platform;
pub use edit::{AccountEdit, AccountReplaceKey, edit, edit_with_key, replace_key};
pub use instant_services::{AccountKnowsHost, InstantServiceList, instant_services, knows_host};
pub(crate) use instant_services::{
    InstantService, ca_file, ca_file_of, client, client_of, clock_key, first,
    forget as forget_clients, is_available, link_target, must_run, of_choice, of_link, origins,
    origins_at, origins_of, sandbox, sandbox_of,
};
pub use key::has_key_in_memory;
pub(crate) use key::{erase as erase_key, key_of, read_keys, save_keys};
pub(crate) use key_swap::{
    Revoked, is_refused, key_unchanged, put_back, stored_key, swap_key, try_key,
};
pub use layer::Accounts;
pub use local::{clear_local, set_local};
pub use local_platform::LocalPlatform;
pub use recheck::{AccountRecheck, recheck};
pub use request::{ConnectAccount, EditAccount, NewAccount, SaveKey};
pub use rows::ensure_writable;
pub(crate) use rows::{account, must_be_writable, note, write};
pub(crate) use same::{all_at_address_of, at_address_of, found_key, with_key};
