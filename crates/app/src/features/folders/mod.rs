//! Project folders: each gets a database into its env file, as the plugin for Vite gives one.

mod around;
mod ensure;
mod env_files;
mod in_memory;
mod known;
mod list;
mod lock;
mod look;
mod plan;
mod record;
mod run;
mod scan;
mod service;
mod settings;
mod settle;
mod show;
mod stale;

pub use around::{FolderAround, around};
pub use ensure::{FolderEnsure, ensure};
pub(crate) use in_memory::Folders;
pub use list::{
    FolderAdd, FolderChange, FolderGet, FolderList, FolderRemove, FolderSeedFile, add, change, get,
    list, remove, seed_file,
};
pub use plan::{FolderPlan, plan};
pub use run::{FolderRun, run};
pub use scan::{FolderImport, FolderScan, import, is_env_name, scan};
pub use stale::{FolderStale, FolderWriteAll, stale, write_all};
