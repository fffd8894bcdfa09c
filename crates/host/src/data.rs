//! Where Plinth keeps its things.

use std::path::{Path, PathBuf};

/// Overrides the data folder, such as for a test's own world.
pub const OVERRIDE: &str = "PLINTH_DATA_DIR";
/// Names the folder of the sandbox's PostgreSQL programs.
const POSTGRES: &str = "PLINTH_POSTGRES_BIN";
/// Names the data folder, and the secrets in the keychain.
const IDENTIFIER: &str = "dev.plinth.app";

/// The data folder of this run, and what follows from it.
#[derive(Clone, Debug)]
pub struct Data {
    /// Settings, store and log.
    pub dir: PathBuf,
    /// Keychain service name: another data folder has other secrets.
    pub keychain: String,
}

impl Data {
    /// The folder that the environment names, else the one of this user; `None` where the system names no place for it.
    pub fn of_this_user() -> Option<Self> {
        if let Some(dir) = overridden() {
            return Some(Self::at(dir));
        }
        Some(Self {
            // On Windows the other one is copied to a server where a domain says so.
            dir: dirs::data_local_dir()?.join(IDENTIFIER),
            keychain: IDENTIFIER.to_owned(),
        })
    }

    /// A folder of its own, such as of a test.
    pub fn at(dir: PathBuf) -> Self {
        Self {
            keychain: format!("{IDENTIFIER}.{}", profile(&dir)),
            dir,
        }
    }

    pub fn sandbox(&self) -> PathBuf {
        self.dir.join("sandbox")
    }

    pub fn logs(&self) -> PathBuf {
        self.dir.join("logs")
    }

    /// Short-lived files of running programs, such as a terminal's.
    pub fn run(&self) -> PathBuf {
        self.dir.join("run")
    }
}

/// The folder named by the environment, as an absolute path.
pub fn overridden() -> Option<PathBuf> {
    let dir = std::env::var_os(OVERRIDE).filter(|dir| !dir.is_empty())?;
    std::path::absolute(PathBuf::from(dir)).ok()
}

/// Returns the variable that names a folder and is set to nothing. A program refuses to start with one: the folder that was
/// meant is another than the usual one.
pub fn variable_set_to_nothing() -> Option<&'static str> {
    let is_empty = |name: &&str| std::env::var_os(name).is_some_and(|value| value.is_empty());
    [OVERRIDE, POSTGRES].into_iter().find(is_empty)
}

/// Tells data folders apart in names that are shared by all of them: the same for the same path, for ever.
pub fn profile(dir: &Path) -> String {
    let hash = dir
        .as_os_str()
        .as_encoded_bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
    format!("p{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_folder_has_other_secrets() {
        let one = Data::at(PathBuf::from("/tmp/one"));
        let two = Data::at(PathBuf::from("/tmp/two"));
        assert_eq!(one.keychain, Data::at(PathBuf::from("/tmp/one")).keychain);
        assert_ne!(one.keychain, two.keychain);
        assert!(one.keychain.starts_with("dev.plinth.app.p"));
    }

    #[test]
    fn a_profile_stays_the_same_between_versions() {
        assert_eq!(profile(Path::new("a")), "paf63dc4c8601ec8c");
    }
}
