//! The standard library's sources for the pinned compiler, from Debian's package, beside a copy of the toolchain.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::system;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::Project;
use crate::setup::wheel::{only, remove};
use crate::steps::Outcome;

/// The suites that are searched for the compiler's version, in this order.
const SUITES: [&str; 3] = ["trixie-backports", "trixie", "sid"];
const MIRROR: &str = "http://deb.debian.org/debian";
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";
const SOURCES: &str = "lib/rustlib/src/rust";

/// The toolchain with sources for this compiler, once [`place`] has made it.
pub fn toolchain(project: &Project) -> Result<PathBuf> {
    let release = release()?;
    Ok(project
        .kept()
        .join("targets")
        .join(format!("toolchain-{release}")))
}

/// Copies the toolchain and unpacks the sources into the copy. The toolchain of rustup stays as it is.
pub fn place(project: &Project) -> Result<Outcome> {
    let toolchain = toolchain(project)?;
    let release = release()?;
    if toolchain.join(SOURCES).join("library/Cargo.lock").is_file() {
        return Ok(Outcome::There(release));
    }
    if !system::has_apt() || !Path::new(KEYRING).is_file() {
        return Err(Error::new("this is no Debian with its archive's keys"));
    }
    let fetch = project.kept().join("targets/fetch");
    remove(&fetch)?;
    let package = download(&release, &fetch)?;
    let unpacked = fetch.join("unpacked");
    Program::new("dpkg")
        .arg("-x")
        .args([&package, &unpacked])
        .quiet()?;
    let made = fetch.join("toolchain");
    let sysroot = Program::new("rustc")
        .dir(&project.root)
        .args(["--print", "sysroot"])
        .quiet()?;
    for part in ["bin", "lib"] {
        link(&Path::new(sysroot.trim()).join(part), &made.join(part))?;
    }
    let sources = made.join(SOURCES);
    remove(&sources)?;
    fs::create_dir_all(&sources).context(format_args!("cannot create {}", sources.display()))?;
    let library = unpacked.join(format!("usr/src/rustc-{release}/library"));
    fs::rename(&library, sources.join("library"))
        .context("Debian's package has no standard library where it is expected")?;
    remove(&toolchain)?;
    fs::rename(&made, &toolchain)
        .context(format_args!("cannot move to {}", toolchain.display()))?;
    remove(&fetch)?;
    Ok(Outcome::Done(format!("{release} unpacked")))
}

/// The compiler's version, such as `1.95.0`.
fn release() -> Result<String> {
    let said = Program::new("rustc").arg("-vV").quiet()?;
    said.lines()
        .find_map(|line| line.strip_prefix("release: "))
        .map(str::to_owned)
        .ok_or_else(|| Error::new("`rustc -vV` names no release"))
}

/// Fetches `rust-src` of this version with lists and settings of its own: the system's stay as they are.
fn download(release: &str, folder: &Path) -> Result<PathBuf> {
    for part in ["lists/partial", "cache/archives/partial", "package"] {
        let part = folder.join(part);
        fs::create_dir_all(&part).context(format_args!("cannot create {}", part.display()))?;
    }
    for suite in SUITES {
        let list = folder.join("sources.list");
        let line = format!("deb [signed-by={KEYRING}] {MIRROR} {suite} main\n");
        fs::write(&list, line).context("cannot write a list of sources")?;
        let apt = |program: &str| Program::new(program).args(settings(folder)).dir(folder);
        apt("apt-get").args(["update", "-q"]).quiet()?;
        let known = apt("apt-cache").args(["madison", "rust-src"]).quiet()?;
        let Some(version) = version_of(&known, release) else {
            continue;
        };
        let package = folder.join("package");
        apt("apt-get")
            .args(["download", "-q"])
            .arg(format!("rust-src={version}"))
            .dir(&package)
            .within(Duration::from_secs(15 * 60))
            .quiet()?;
        return only(&package, ".deb");
    }
    Err(Error::new(format!(
        "Debian has no package `rust-src` of version {release}"
    )))
}

/// The settings that keep apt inside this folder.
fn settings(folder: &Path) -> Vec<OsString> {
    let places = [
        ("Dir::Etc::sourcelist", "sources.list"),
        ("Dir::State::lists", "lists"),
        ("Dir::Cache", "cache"),
    ];
    let mut all = Vec::new();
    for (name, place) in places {
        let mut setting = OsString::from(format!("{name}="));
        setting.push(folder.join(place));
        all.extend(["-o".into(), setting]);
    }
    // The user `_apt` may not write into this folder.
    for setting in ["Dir::Etc::sourceparts=-", "APT::Sandbox::User=root"] {
        all.extend(["-o".into(), setting.into()]);
    }
    all
}

/// The package's version for a release, in the lines of `apt-cache madison`.
fn version_of<'a>(known: &'a str, release: &str) -> Option<&'a str> {
    known
        .lines()
        .filter_map(|line| line.split('|').nth(1))
        .map(str::trim)
        .find(|version| {
            version
                .strip_prefix(release)
                .is_some_and(|rest| rest.starts_with(['+', '-', '~']))
        })
}

/// Links a folder's files to another place, or copies them where the file system can't link them.
fn link(from: &Path, to: &Path) -> Result<()> {
    let failed = |error| Error::new(format!("cannot copy {}: {error}", from.display()));
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            link(&path, &to)?;
        } else if fs::hard_link(&path, &to).is_err() {
            fs::copy(&path, &to).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_of_exactly_this_release_is_chosen() {
        let known = "  rust-src | 1.97.1+dfsg1-1~bpo13+1 | http://mirror trixie-backports/main amd64 Packages\n  \
                     rust-src | 1.95.0+dfsg1-2~bpo13+1 | http://mirror trixie-backports/main amd64 Packages\n";
        assert_eq!(version_of(known, "1.95.0"), Some("1.95.0+dfsg1-2~bpo13+1"));
        assert_eq!(version_of(known, "1.9"), None);
        assert_eq!(version_of(known, "1.96.0"), None);
    }
}
