//! Whose turn it is in the quarantine.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// One step at a time, and sizes that were measured once: nothing changes in here by itself.
#[derive(Debug, Default)]
pub struct SizeCache {
    pub(super) turn: tokio::sync::Mutex<()>,
    sizes: Mutex<HashMap<String, u64>>,
}

impl SizeCache {
    pub fn size(&self, id: &str, path: &Path) -> u64 {
        let known = self.sizes().get(id).copied();
        known.unwrap_or_else(|| {
            let size = bytes(path);
            self.sizes().insert(id.to_owned(), size);
            size
        })
    }

    pub fn forget(&self, id: &str) {
        self.sizes().remove(id);
    }

    fn sizes(&self) -> std::sync::MutexGuard<'_, HashMap<String, u64>> {
        self.sizes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of a file, or of all that lies below a folder.
fn bytes(path: &Path) -> u64 {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_dir() => within(path).map(|(_, path)| bytes(&path)).sum(),
        Ok(meta) => meta.len(),
        Err(_) => 0,
    }
}

pub fn within(folder: &Path) -> impl Iterator<Item = (String, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|it| Some((it.file_name().into_string().ok()?, it.path())))
}
