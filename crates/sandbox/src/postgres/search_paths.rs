//! Where PostgreSQL may lie.

use std::collections::BTreeSet;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::disk::real_path;

/// The folder of programs that `PLINTH_POSTGRES_BIN` names.
pub fn named() -> Option<PathBuf> {
    env_path("PLINTH_POSTGRES_BIN")
}

/// What comes with the program, best first: what it was given, `PLINTH_POSTGRES_DIR`, that of the archive or the
/// installer that the program itself is of, and in a development build the `.plinth/postgres` of the checkout. Both variables count in every build:
/// whoever sets a person's environment also sets PATH and the loader's own, and so runs anything.
/// A `.plinth` folder could be planted by another user, so release builds do not look for one.
pub fn bundled(given: &[PathBuf]) -> Vec<PathBuf> {
    let starts = [env::current_dir().ok(), env::current_exe().ok()];
    let starts: Vec<PathBuf> = starts.into_iter().flatten().collect();
    let named = env_path("PLINTH_POSTGRES_DIR");
    let beside = env::current_exe().ok().and_then(|exe| unpacked(&exe));
    candidates(given, named, beside, &starts, cfg!(debug_assertions))
}

fn candidates(
    given: &[PathBuf],
    named: Option<PathBuf>,
    beside: Option<PathBuf>,
    starts: &[PathBuf],
    is_development: bool,
) -> Vec<PathBuf> {
    let mut folders = given.to_vec();
    folders.extend(named);
    folders.extend(beside);
    if is_development {
        folders.extend(starts.iter().flat_map(|start| checked_out(start)));
    }
    folders
        .into_iter()
        .map(|folder| folder.join("bin"))
        .collect()
}

/// The PostgreSQL of the archive or the installer that a program is of, found from its real path: it may be started by a link.
fn unpacked(program: &Path) -> Option<PathBuf> {
    let program = real_path(program).ok()?;
    let folder = program.parent()?;
    let above = folder.parent()?;
    let beside = if folder.ends_with("bin") {
        // The archive's, then that of the installer: /usr/lib/Plinth beside /usr/bin.
        vec![above.join("postgres"), above.join("lib/Plinth/postgres")]
    } else if folder.ends_with("MacOS") {
        vec![above.join("Resources/postgres")]
    } else if cfg!(windows) {
        vec![folder.join("postgres")]
    } else {
        Vec::new()
    };
    beside
        .into_iter()
        .find(|folder| has_only_private_parts(folder))
}

/// The `.plinth/postgres` of each folder above that nobody else can put anything into.
fn checked_out(start: &Path) -> Vec<PathBuf> {
    start
        .ancestors()
        // By its real name, so that what was checked is what runs.
        .filter_map(|above| real_path(&above.join(".plinth").join("postgres")).ok())
        .filter(|folder| has_only_private_parts(folder))
        .collect()
}

fn has_only_private_parts(folder: &Path) -> bool {
    let programs = ["bin/postgres", "bin/initdb"].map(|name| format!("{name}{EXE_SUFFIX}"));
    let parts = programs.iter().map(String::as_str);
    let mut parts = parts.chain(["bin", "lib", "share"]);
    parts.all(|part| is_private(&folder.join(part)))
}

/// Whether this user and root alone can change the file or put another in its place: by the owner
/// and mode of each folder on the way from the root. Others may not rename what is not theirs in a
/// sticky folder. A group of the user's own is no other.
#[cfg(unix)]
fn is_private(file: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    const STICKY: u32 = 0o1000;
    let Ok(file) = fs::canonicalize(file) else {
        return false;
    };
    let me = rustix::process::geteuid().as_raw();
    file.ancestors().all(|part| {
        fs::metadata(part).is_ok_and(|meta| {
            let (mode, group) = (meta.mode(), meta.gid());
            let own_group = group == me && group == rustix::process::getegid().as_raw();
            let others = if own_group { 0o002 } else { 0o022 };
            let closed = mode & others == 0 || (meta.is_dir() && mode & STICKY != 0);
            (meta.uid() == me || meta.uid() == 0) && closed
        })
    })
}

#[cfg(not(unix))]
fn is_private(_: &Path) -> bool {
    true
}

pub fn system() -> Vec<PathBuf> {
    let mut paths = Vec::new();
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
        paths.extend(versions.into_iter().map(|(_, path)| path));
    }
    // A relative entry would be another folder wherever the program is started.
    let path = env::var_os("PATH");
    let path = path.iter().flat_map(env::split_paths);
    paths.extend(path.filter(|place| place.is_absolute()));
    let mut seen = BTreeSet::new();
    paths.retain(|place| seen.insert(place.clone()));
    paths
}

fn env_path(name: &str) -> Option<PathBuf> {
    env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::owner::set_mode;

    /// The PostgreSQL of that checkout.
    fn check_out(checkout: &Path) -> PathBuf {
        let folder = checkout.join(".plinth/postgres");
        for name in ["bin", "lib", "share"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        for name in ["bin/postgres", "bin/initdb"] {
            fs::write(folder.join(name), "").unwrap();
        }
        folder
    }

    #[test]
    fn a_checkout_that_others_can_write_to_is_passed_over() {
        let above = tempfile::tempdir().unwrap();
        let above = fs::canonicalize(above.path()).unwrap();
        let checkout = above.join("work/checkout");
        let folder = check_out(&checkout);
        let below = checkout.join("crates/sandbox");
        let found = || checked_out(&below);
        assert_eq!(found(), std::slice::from_ref(&folder));

        let parts = [
            above.join("work"),
            checkout.clone(),
            checkout.join(".plinth"),
            folder.clone(),
            folder.join("bin"),
            folder.join("lib"),
            folder.join("bin/postgres"),
        ];
        for part in parts {
            set_mode(&part, 0o757).unwrap();
            assert_eq!(found(), [] as [PathBuf; 0], "{}", part.display());
            set_mode(&part, 0o755).unwrap();
        }
        assert_eq!(found(), std::slice::from_ref(&folder));

        let elsewhere = above.join("elsewhere");
        fs::rename(folder.join("bin"), &elsewhere).unwrap();
        set_mode(&elsewhere, 0o757).unwrap();
        std::os::unix::fs::symlink(&elsewhere, folder.join("bin")).unwrap();
        assert_eq!(found(), [] as [PathBuf; 0], "a link to an open folder");
    }

    #[test]
    fn an_installed_program_has_the_postgresql_of_the_installer() {
        let above = tempfile::tempdir().unwrap();
        let above = fs::canonicalize(above.path()).unwrap();
        let (bin, resources) = (above.join("usr/bin"), above.join("usr/lib/Plinth"));
        fs::create_dir_all(&bin).unwrap();
        fs::create_dir_all(&resources).unwrap();
        for name in ["plinth", "plinth-sandbox"] {
            fs::write(bin.join(name), "").unwrap();
            assert_eq!(unpacked(&bin.join(name)), None);
        }
        fs::rename(check_out(&above), resources.join("postgres")).unwrap();
        for name in ["plinth", "plinth-sandbox"] {
            assert_eq!(unpacked(&bin.join(name)), Some(resources.join("postgres")));
        }
    }

    #[test]
    fn a_program_of_an_archive_has_its_postgresql_beside_it() {
        let above = tempfile::tempdir().unwrap();
        let above = fs::canonicalize(above.path()).unwrap();
        let archive = above.join("sandbox");
        fs::rename(check_out(&above), above.join("postgres")).unwrap();
        fs::create_dir_all(archive.join("bin")).unwrap();
        fs::rename(above.join("postgres"), archive.join("postgres")).unwrap();
        let program = archive.join("bin/plinth-sandbox");
        fs::write(&program, "").unwrap();
        assert_eq!(unpacked(&program), Some(archive.join("postgres")));
        let link = above.join("link");
        std::os::unix::fs::symlink(&program, &link).unwrap();
        assert_eq!(unpacked(&link), Some(archive.join("postgres")));

        let elsewhere = archive.join("plinth-sandbox");
        fs::copy(&program, &elsewhere).unwrap();
        assert_eq!(unpacked(&elsewhere), None, "not in a folder of programs");
        set_mode(&archive.join("postgres/lib"), 0o757).unwrap();
        assert_eq!(unpacked(&program), None, "others can change it");
        set_mode(&archive.join("postgres/lib"), 0o755).unwrap();
        fs::remove_file(archive.join("postgres/bin/initdb")).unwrap();
        assert_eq!(unpacked(&program), None, "it is not whole");
    }

    #[test]
    fn only_a_development_build_looks_upwards() {
        let above = tempfile::tempdir().unwrap();
        let above = fs::canonicalize(above.path()).unwrap();
        let checkout = check_out(&above);
        let starts = [above.join("src-tauri"), above.join("target/debug")];
        let given = [PathBuf::from("/opt/plinth/postgres")];
        let named = PathBuf::from("/srv/postgres");
        let beside = PathBuf::from("/opt/sandbox/postgres");
        let found = |is_development| {
            let mut found = candidates(
                &given,
                Some(named.clone()),
                Some(beside.clone()),
                &starts,
                is_development,
            );
            found.dedup();
            found
        };
        let known = [&given[0], &named, &beside].map(|folder| folder.join("bin"));
        assert_eq!(found(false), known);
        assert_eq!(found(true), [&known[..], &[checkout.join("bin")]].concat());
        assert_eq!(bundled(&given).first(), known.first());
    }
}
