//! A data folder that an earlier build left behind opens in this one with nothing lost.
//!
//! `folder-1.tar.xz` was made by the build at commit 58fd741 with PostgreSQL 17.10, by the test
//! `earlier_version::make::makes_the_folder` (how is said there). It is never made anew: what it holds is what people have.

mod make;
mod open;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The address that the folder's sandbox listens on: outside the range that other sandboxes draw theirs from.
const PORT: u16 = 19_417;
const OLD_KEY: &str = "laptop";
const NEW_KEY: &str = "laptop (new)";

/// What the folder held when it was left, for the tests that open it.
#[derive(Debug, Deserialize, Serialize)]
struct Left {
    made_at: chrono::DateTime<chrono::Utc>,
    /// Names of the accounts.
    accounts: Vec<String>,
    /// The sandbox's own account, and the one whose key is being rotated.
    local: String,
    mine: String,
    former_key_id: String,
    former_token: String,
    /// Local ids of the temporary databases.
    unclaimed: String,
    claimed: String,
    project: String,
    /// A project that was deleted and can be brought back.
    deleted: String,
    /// Branches by name.
    branches: Vec<(String, String)>,
    /// The bulk that revokes these keys was under way.
    bulk: String,
    bulk_keys: Vec<String>,
}

fn archive() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("flows/earlier_version/folder-1.tar.xz")
}

fn sandbox_in(folder: &Path) -> PathBuf {
    folder.join("sandbox")
}

fn core_in(folder: &Path) -> PathBuf {
    folder.join("core")
}

fn secrets_in(folder: &Path) -> PathBuf {
    folder.join("secrets")
}

fn left_in(folder: &Path) -> PathBuf {
    folder.join("left.json")
}
