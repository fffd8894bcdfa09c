use std::collections::BTreeSet;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde::Serialize;
use tokio::process::Command;

use crate::config::PostgresChoice;
use crate::error::StartError;

const OLDEST: u32 = 17;

/// The PostgreSQL that runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PostgresVersion {
    /// As the program prints it, such as `17.10`.
    pub version: String,
    pub source: PostgresSource,
    pub bin_dir: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PostgresSource {
    Bundled,
    /// Named by `PLINTH_POSTGRES_BIN` or by the configuration.
    Env,
    System,
}

impl PostgresVersion {
    pub fn program(&self, name: &str) -> PathBuf {
        self.bin_dir.join(format!("{name}{EXE_SUFFIX}"))
    }
}

/// Looks for PostgreSQL in the order that `PostgresChoice` tells.
pub async fn find(choice: &PostgresChoice) -> Result<PostgresVersion, StartError> {
    let named = match choice {
        PostgresChoice::BinDir(bin_dir) => Some(bin_dir.clone()),
        PostgresChoice::Auto { .. } => env_path("PLINTH_POSTGRES_BIN"),
    };
    if let Some(bin_dir) = named {
        return check_named(bin_dir).await;
    }
    let mut looked_in = Vec::new();
    let bundled = match choice {
        PostgresChoice::Auto { bundled } => bundled.clone(),
        PostgresChoice::BinDir(_) => Vec::new(),
    };
    for bin_dir in bundled_places(bundled) {
        if has_programs(&bin_dir) {
            let version = version_of(&bin_dir).await?;
            return Ok(PostgresVersion {
                version,
                source: PostgresSource::Bundled,
                bin_dir,
            });
        }
        looked_in.push(bin_dir);
    }
    let mut too_old = None;
    for bin_dir in system_places() {
        if has_programs(&bin_dir)
            && let Ok(version) = version_of(&bin_dir).await
        {
            if major(&version) >= OLDEST {
                return Ok(PostgresVersion {
                    version,
                    source: PostgresSource::System,
                    bin_dir,
                });
            }
            too_old.get_or_insert((version, bin_dir.clone()));
        }
        looked_in.push(bin_dir);
    }
    Err(match too_old {
        Some((version, bin_dir)) => StartError::PostgresTooOld { version, bin_dir },
        None => StartError::PostgresNotFound {
            looked_in,
            hint: how_to_get_it(),
        },
    })
}

async fn check_named(bin_dir: PathBuf) -> Result<PostgresVersion, StartError> {
    if !has_programs(&bin_dir) {
        return Err(StartError::PostgresNotFound {
            hint: format!(
                "`postgres` and `initdb` are not both in {}: name the folder that holds them.",
                bin_dir.display()
            ),
            looked_in: vec![bin_dir],
        });
    }
    let version = version_of(&bin_dir).await?;
    if major(&version) < OLDEST {
        return Err(StartError::PostgresTooOld { version, bin_dir });
    }
    Ok(PostgresVersion {
        version,
        source: PostgresSource::Env,
        bin_dir,
    })
}

fn how_to_get_it() -> String {
    "Run `cargo xtask run` once to fetch it, install PostgreSQL 17 or newer, or set PLINTH_POSTGRES_BIN to its folder of programs.".into()
}

fn env_path(name: &str) -> Option<PathBuf> {
    env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

fn bundled_places(bundled: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut folders = bundled;
    folders.extend(env_path("PLINTH_POSTGRES_DIR"));
    let starts = [env::current_dir().ok(), env::current_exe().ok()];
    for start in starts.into_iter().flatten() {
        for above in start.ancestors() {
            let folder = above.join(".plinth").join("postgres");
            if folder.is_dir() {
                folders.push(folder.join(platform()));
                folders.push(folder);
            }
        }
    }
    folders
        .into_iter()
        .map(|folder| folder.join("bin"))
        .collect()
}

/// The platform's name in the packages that PostgreSQL comes from.
fn platform() -> String {
    let system = match env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let machine = match env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("{system}-{machine}")
}

fn system_places() -> Vec<PathBuf> {
    let mut places = Vec::new();
    for (parent, prefix, below) in [
        ("/usr/lib/postgresql", "", "bin"),
        ("/usr", "pgsql-", "bin"),
        ("/opt/homebrew/opt", "postgresql@", "bin"),
        ("/usr/local/opt", "postgresql@", "bin"),
        ("/Applications/Postgres.app/Contents/Versions", "", "bin"),
        ("C:\\Program Files\\PostgreSQL", "", "bin"),
    ] {
        let mut versions: Vec<(u32, PathBuf)> = fs::read_dir(parent)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let number = name.strip_prefix(prefix)?.parse().ok()?;
                Some((number, entry.path().join(below)))
            })
            .collect();
        versions.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        places.extend(versions.into_iter().map(|(_, path)| path));
    }
    places.extend(env::var_os("PATH").iter().flat_map(env::split_paths));
    let mut seen = BTreeSet::new();
    places.retain(|place| seen.insert(place.clone()));
    places
}

fn has_programs(bin_dir: &Path) -> bool {
    ["postgres", "initdb"]
        .iter()
        .all(|name| bin_dir.join(format!("{name}{EXE_SUFFIX}")).is_file())
}

async fn version_of(bin_dir: &Path) -> Result<String, StartError> {
    let broken = |source| StartError::PostgresBroken {
        bin_dir: bin_dir.to_path_buf(),
        source,
    };
    let run = Command::new(bin_dir.join(format!("postgres{EXE_SUFFIX}")))
        .arg("--version")
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(std::time::Duration::from_secs(20), run)
        .await
        .map_err(|_| broken(io::ErrorKind::TimedOut.into()))?
        .map_err(broken)?;
    let text = String::from_utf8_lossy(&output.stdout);
    parse_version(&text).ok_or_else(|| broken(io::ErrorKind::InvalidData.into()))
}

/// `postgres (PostgreSQL) 17.10 (Debian 17.10-1)` → `17.10`
fn parse_version(text: &str) -> Option<String> {
    let word = text.split_whitespace().nth(2)?;
    (major(word) > 0).then(|| word.to_owned())
}

fn major(version: &str) -> u32 {
    let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_the_program_prints() {
        for (printed, version, number) in [
            ("postgres (PostgreSQL) 17.10\n", "17.10", 17),
            (
                "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n",
                "15.18",
                15,
            ),
            ("postgres (PostgreSQL) 18beta1\n", "18beta1", 18),
        ] {
            assert_eq!(parse_version(printed).as_deref(), Some(version));
            assert_eq!(major(version), number);
        }
        assert_eq!(parse_version("command not found"), None);
    }
}
