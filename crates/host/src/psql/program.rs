//! Finds programs: on the search path, and psql where its installers put it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Finds a program on the search path; a name with a folder in it is not searched for. On Windows the ending may be left out:
/// `npm` finds `npm.cmd`.
pub fn find(name: &OsStr) -> Option<PathBuf> {
    let spellings = |path: PathBuf| match cfg!(windows) {
        true => with_endings(&path),
        false => vec![path],
    };
    let program = |path| spellings(path).into_iter().find(|path| is_program(path));
    if Path::new(name).components().count() > 1 {
        return program(PathBuf::from(name));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find_map(|folder| program(folder.join(name)))
}

/// The files that Windows may start for a path. A file without one of these endings is not among them: beside `npm.cmd` lies
/// a script for other shells that is called `npm`.
fn with_endings(path: &Path) -> Vec<PathBuf> {
    const ENDINGS: [&str; 4] = ["com", "exe", "bat", "cmd"];
    let has_ending = path.extension().is_some_and(|ending| {
        let mut known = ENDINGS.iter();
        known.any(|known| ending.eq_ignore_ascii_case(known))
    });
    if has_ending {
        return vec![path.to_owned()];
    }
    let with = |ending: &&str| {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(ending);
        PathBuf::from(name)
    };
    ENDINGS.iter().map(with).collect()
}

/// Finds psql: the one that comes with the app, whose version is known, then any. Installers of PostgreSQL often leave it out
/// of the search path of desktop programs.
pub fn psql(bundled: &[PathBuf]) -> Option<PathBuf> {
    programs("psql", bundled).into_iter().next()
}

/// All programs of PostgreSQL of this name, in the same order.
pub fn programs(name: &str, bundled: &[PathBuf]) -> Vec<PathBuf> {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let bundled = bundled.iter().map(|folder| folder.join(&name));
    let installed = homes().into_iter().map(|home| home.join("bin").join(&name));
    let all = bundled.chain(find(OsStr::new(&name))).chain(installed);
    all.filter(|path| is_program(path)).collect()
}

/// Folders of PostgreSQL installations, the newest of a kind first.
fn homes() -> Vec<PathBuf> {
    if cfg!(windows) {
        return versions(Path::new(r"C:\Program Files\PostgreSQL"));
    }
    let mut homes: Vec<PathBuf> = [
        "/Applications/Postgres.app/Contents/Versions/latest",
        "/opt/homebrew/opt/libpq",
        "/usr/local/opt/libpq",
        "/usr/local/pgsql",
    ]
    .iter()
    .map(PathBuf::from)
    .collect();
    homes.extend(versions(Path::new("/usr/lib/postgresql")));
    homes.extend(versions(Path::new("/Library/PostgreSQL")));
    homes
}

fn versions(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<(u32, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())))
        .collect();
    found.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    found.into_iter().map(|(_, path)| path).collect()
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn program_of_windows_is_found_without_its_ending() {
        let paths = |of: &str| with_endings(Path::new(of));
        let expected = ["a/npm.com", "a/npm.exe", "a/npm.bat", "a/npm.cmd"];
        assert_eq!(paths("a/npm"), expected.map(PathBuf::from));
        assert_eq!(paths("npm.CMD"), [PathBuf::from("npm.CMD")]);
        assert_eq!(paths("python3.11")[1], PathBuf::from("python3.11.exe"));
    }

    #[test]
    fn the_newest_installation_comes_first() {
        let dir = tempfile::tempdir().unwrap();
        for version in ["9", "17", "15", "other"] {
            std::fs::create_dir(dir.path().join(version)).unwrap();
        }
        let names: Vec<_> = versions(dir.path())
            .iter()
            .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
            .collect();
        assert_eq!(names, ["17", "15", "9"]);
    }

    #[cfg(unix)]
    #[test]
    fn the_one_that_comes_with_the_app_comes_first() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("psql");
        std::fs::write(&path, "").unwrap();
        let folders = [dir.path().join("gone"), dir.path().to_owned()];
        assert_ne!(psql(&folders).as_ref(), Some(&path), "it cannot run");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(psql(&folders), Some(path));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_run_is_no_program() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("psql");
        std::fs::write(&path, "").unwrap();
        assert_eq!(find(path.as_os_str()), None);
        assert_eq!(find(OsStr::new("/bin/sh")), Some(PathBuf::from("/bin/sh")));
    }
}
