use std::collections::BTreeSet;
use std::env::consts::{DLL_SUFFIX, EXE_SUFFIX};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use tokio::process::Command;

use super::startup::UNLISTED_SETTINGS;
use super::{creatable_extensions, search_paths, server_settings};
use crate::config::PostgresChoice;
use crate::error::StartError;

/// The only one that serves: data of one major version is not opened by another, and the interface
/// says 17 of every project.
pub const MAJOR: u32 = 17;
/// Versions before 17.11 let a role with REPLICATION load any file as a library (CVE-2026-6471).
const OLDEST_MINOR: u32 = 11;
const DEADLINE: std::time::Duration = std::time::Duration::from_secs(20);

/// The PostgreSQL that runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PostgresVersion {
    /// As the program prints it, such as `17.11`.
    pub version: String,
    pub source: PostgresSource,
    pub bin_dir: PathBuf,
    /// The extensions that an owner of a database may create.
    pub extensions: BTreeSet<String>,
    /// Whether it has a list of the libraries that may be output plugins.
    #[serde(skip)]
    pub(crate) lists_output_plugins: bool,
    /// Whether its statistics of statements can be loaded.
    #[serde(skip)]
    pub(crate) counts_statements: bool,
    /// The names of its settings, in small letters.
    #[serde(skip)]
    pub(crate) settings: Arc<BTreeSet<String>>,
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

    /// Whether it serves only because it was allowed to.
    pub fn has_known_holes(&self) -> bool {
        number(&self.version).1 < OLDEST_MINOR
    }
}

/// Looks for PostgreSQL in the order that `PostgresChoice` states. One with known holes serves only
/// where `allow_old` says so.
pub async fn find(choice: &PostgresChoice, allow_old: bool) -> Result<PostgresVersion, StartError> {
    let named = match choice {
        PostgresChoice::BinDir(bin_dir) => Some(bin_dir.clone()),
        PostgresChoice::Auto { .. } => search_paths::named(),
    };
    let found = match (named, choice) {
        (Some(bin_dir), _) => named_by_hand(bin_dir).await?,
        (None, PostgresChoice::Auto { bundled }) => best(bundled).await?,
        (None, PostgresChoice::BinDir(_)) => best(&[]).await?,
    };
    if found.has_known_holes() && !allow_old {
        return Err(StartError::PostgresTooOld {
            version: found.version,
            bin_dir: found.bin_dir,
        });
    }
    let settings = settings(&found.bin_dir).await?;
    let counts_statements = has_library(&found.bin_dir, server_settings::STATEMENTS);
    Ok(PostgresVersion {
        // Old versions do not know the setting, and do not start with it.
        lists_output_plugins: settings.contains("output_plugin_libraries"),
        settings: Arc::new(settings),
        extensions: creatable_extensions::of(&found.bin_dir),
        counts_statements,
        ..found
    })
}

async fn named_by_hand(bin_dir: PathBuf) -> Result<PostgresVersion, StartError> {
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
    if number(&version).0 != MAJOR {
        return Err(StartError::PostgresOtherMajor { version, bin_dir });
    }
    Ok(found(version, PostgresSource::Env, bin_dir))
}

/// The newest minor version of 17; the one that comes with the sandbox where none is newer.
async fn best(bundled: &[PathBuf]) -> Result<PostgresVersion, StartError> {
    let mut looked_in = Vec::new();
    let (mut fitting, mut problem) = (Vec::new(), None);
    for bin_dir in search_paths::bundled(bundled) {
        if !has_programs(&bin_dir) {
            looked_in.push(bin_dir);
            continue;
        }
        match version_of(&bin_dir).await {
            Ok(version) if number(&version).0 == MAJOR => {
                fitting.push(found(version, PostgresSource::Bundled, bin_dir));
            }
            Ok(version) => problem = Some(StartError::PostgresOtherMajor { version, bin_dir }),
            Err(error) => problem = Some(error),
        }
        // Only the first one there is the sandbox's own.
        break;
    }
    for bin_dir in search_paths::system() {
        if has_programs(&bin_dir)
            && let Ok(version) = version_of(&bin_dir).await
        {
            if number(&version).0 == MAJOR {
                fitting.push(found(version, PostgresSource::System, bin_dir));
            } else {
                problem.get_or_insert(StartError::PostgresOtherMajor { version, bin_dir });
            }
            continue;
        }
        looked_in.push(bin_dir);
    }
    newest(fitting).ok_or_else(|| {
        problem.unwrap_or(StartError::PostgresNotFound {
            looked_in,
            hint: how_to_get_it(),
        })
    })
}

/// The first of those with the highest number.
fn newest(fitting: Vec<PostgresVersion>) -> Option<PostgresVersion> {
    fitting.into_iter().reduce(
        |best, next| match number(&next.version) > number(&best.version) {
            true => next,
            false => best,
        },
    )
}

fn found(version: String, source: PostgresSource, bin_dir: PathBuf) -> PostgresVersion {
    PostgresVersion {
        version,
        source,
        bin_dir,
        extensions: BTreeSet::new(),
        lists_output_plugins: false,
        counts_statements: false,
        settings: Arc::default(),
    }
}

/// Whether a library is beside those that every PostgreSQL has: a server that is to load one which
/// it does not find does not start.
fn has_library(bin_dir: &Path, name: &str) -> bool {
    let root = bin_dir.parent().unwrap_or(bin_dir);
    ["lib", "lib/postgresql"].iter().any(|folder| {
        [name, "plpgsql"].iter().all(|it| {
            root.join(folder)
                .join(format!("{it}{DLL_SUFFIX}"))
                .is_file()
        })
    })
}

fn how_to_get_it() -> String {
    let fetch = match cfg!(debug_assertions) {
        true => "Run `cargo xtask setup` once to fetch it, or install",
        false => "Install",
    };
    format!(
        "{fetch} PostgreSQL 17.11 or a newer 17, or set PLINTH_POSTGRES_BIN to its folder of programs."
    )
}

fn has_programs(bin_dir: &Path) -> bool {
    ["postgres", "initdb"]
        .iter()
        .all(|name| bin_dir.join(format!("{name}{EXE_SUFFIX}")).is_file())
}

async fn version_of(bin_dir: &Path) -> Result<String, StartError> {
    let text = said(bin_dir, "--version").await?;
    parse_version(&text).ok_or_else(|| StartError::PostgresBroken {
        bin_dir: bin_dir.to_path_buf(),
        why: format!("it says `{}`", text.trim()),
    })
}

async fn settings(bin_dir: &Path) -> Result<BTreeSet<String>, StartError> {
    let text = said(bin_dir, "--describe-config").await?;
    let listed = text.lines().filter_map(|line| line.split('\t').next());
    let all = listed.chain(UNLISTED_SETTINGS);
    Ok(all.map(str::to_ascii_lowercase).collect())
}

/// What `postgres` prints when it is asked about itself.
async fn said(bin_dir: &Path, option: &str) -> Result<String, StartError> {
    let broken = |why: String| StartError::PostgresBroken {
        bin_dir: bin_dir.to_path_buf(),
        why,
    };
    let mut command = Command::new(bin_dir.join(format!("postgres{EXE_SUFFIX}")));
    #[cfg(windows)]
    command.creation_flags(super::server_process::CREATE_NO_WINDOW);
    let run = command
        .arg(option)
        .stdin(std::process::Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(DEADLINE, run)
        .await
        .map_err(|_| broken("it does not end".to_owned()))?
        .map_err(|error| broken(error.to_string()))?;
    if !output.status.success() {
        // Such as the library that the loader does not find.
        let text = String::from_utf8_lossy(&output.stderr);
        let first = text.lines().next().unwrap_or("it exited without output");
        return Err(broken(first.to_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// `postgres (PostgreSQL) 17.11 (Debian 17.11-1)` → `17.11`
fn parse_version(text: &str) -> Option<String> {
    let word = text.split_whitespace().nth(2)?;
    (number(word).0 > 0).then(|| word.to_owned())
}

/// Major and minor; a version before the first release, such as `18beta1`, has the minor number 0.
fn number(version: &str) -> (u32, u32) {
    let mut parts = version.splitn(2, '.').map(|part| {
        let end = part.find(|c: char| !c.is_ascii_digit());
        part[..end.unwrap_or(part.len())].parse().unwrap_or(0)
    });
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_the_program_prints() {
        for (printed, version, numbers) in [
            ("postgres (PostgreSQL) 17.10\n", "17.10", (17, 10)),
            (
                "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n",
                "15.18",
                (15, 18),
            ),
            ("postgres (PostgreSQL) 18beta1\n", "18beta1", (18, 0)),
        ] {
            assert_eq!(parse_version(printed).as_deref(), Some(version));
            assert_eq!(number(version), numbers);
        }
        assert_eq!(parse_version("command not found"), None);
    }

    #[test]
    fn a_newer_one_of_the_system_is_preferred_and_an_older_one_is_not() {
        let one = |version: &str, source| found(version.to_owned(), source, PathBuf::new());
        let (bundled, system) = (PostgresSource::Bundled, PostgresSource::System);
        for (installed, preferred) in [
            (&["17.9", "17.10"][..], ("17.11", bundled)),
            (&["17.11"], ("17.11", bundled)),
            (&["17.2", "17.12"], ("17.12", system)),
        ] {
            let mut fitting = vec![one("17.11", bundled)];
            fitting.extend(installed.iter().map(|version| one(version, system)));
            let best = newest(fitting).unwrap();
            assert_eq!((best.version.as_str(), best.source), preferred);
        }
    }
}

#[cfg(all(test, unix))]
mod choosing {
    use super::*;
    use crate::owner::set_mode;

    /// A folder with programs that say they are of that version.
    fn programs(version: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["postgres", "initdb"] {
            let path = folder.path().join(name);
            let text = format!(
                "#!/bin/sh\ncase $1 in --version) echo 'postgres (PostgreSQL) {version}';; esac\n"
            );
            std::fs::write(&path, text).expect("a program");
            set_mode(&path, 0o755).expect("its mode");
        }
        folder
    }

    async fn accepted_version(
        version: &str,
        allow_old: bool,
    ) -> Result<PostgresVersion, StartError> {
        let folder = programs(version);
        let choice = PostgresChoice::BinDir(folder.path().to_path_buf());
        find(&choice, allow_old).await
    }

    #[tokio::test]
    async fn only_one_without_known_holes_serves_unless_it_is_said_otherwise() {
        let old = accepted_version("17.10", false).await.unwrap_err();
        assert!(matches!(old, StartError::PostgresTooOld { .. }), "{old:?}");
        assert!(
            old.hint().contains("--allow-old-postgres"),
            "{}",
            old.hint()
        );
        assert_eq!(
            accepted_version("17.10", true).await.unwrap().version,
            "17.10"
        );
        let good = accepted_version("17.11", false).await.unwrap();
        // The setting is given to those alone that name it.
        assert!(!good.lists_output_plugins);
    }

    #[tokio::test]
    async fn no_other_major_version_serves() {
        for version in ["16.14", "18.6", "18beta1"] {
            let refused = accepted_version(version, true).await.unwrap_err();
            assert!(
                matches!(refused, StartError::PostgresOtherMajor { .. }),
                "{refused:?}"
            );
        }
    }

    #[tokio::test]
    async fn one_that_does_not_run_says_why() {
        let folder = programs("17.11");
        let text = "#!/bin/sh\necho 'libxml2.so.2: cannot open shared object file' >&2\nexit 127\n";
        std::fs::write(folder.path().join("postgres"), text).unwrap();
        let choice = PostgresChoice::BinDir(folder.path().to_path_buf());
        let broken = find(&choice, false).await.unwrap_err();
        assert!(broken.to_string().contains("libxml2.so.2"), "{broken}");
    }
}
