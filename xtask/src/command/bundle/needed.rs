//! What a Linux package asks of the system: the libraries that its programs are linked to, and what they look for when they run.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::program::{Program, on_path};
use crate::project::{Project, below};
use crate::steps::Outcome;

/// A shared library by the name that programs ask for, and Debian's package of it. Some packages are called differently
/// since Debian 13 and Ubuntu 24.04.
type Library = (&'static str, &'static str);

const OF_PROGRAMS: &[Library] = &[
    ("libc.so.6", LIBC),
    ("libm.so.6", LIBC),
    ("libgcc_s.so.1", "libgcc-s1"),
    ("libdbus-1.so.3", "libdbus-1-3"),
    ("libglib-2.0.so.0", "libglib2.0-0t64 | libglib2.0-0"),
    ("libgobject-2.0.so.0", "libglib2.0-0t64 | libglib2.0-0"),
    ("libgio-2.0.so.0", "libglib2.0-0t64 | libglib2.0-0"),
    ("libgdk_pixbuf-2.0.so.0", "libgdk-pixbuf-2.0-0"),
    ("libcairo.so.2", "libcairo2"),
    ("libsoup-3.0.so.0", "libsoup-3.0-0"),
    (
        "libjavascriptcoregtk-4.1.so.0",
        "libjavascriptcoregtk-4.1-0",
    ),
    // Tauri names the packages of these two as well.
    ("libgdk-3.so.0", "libgtk-3-0t64 | libgtk-3-0"),
    ("libgtk-3.so.0", "libgtk-3-0t64 | libgtk-3-0"),
    ("libwebkit2gtk-4.1.so.0", "libwebkit2gtk-4.1-0"),
];

const OF_POSTGRES: &[Library] = &[
    ("libcrypto.so.3", "libssl3t64 | libssl3"),
    ("libssl.so.3", "libssl3t64 | libssl3"),
    ("libxml2.so.2", "libxml2"),
    ("libxslt.so.1", "libxslt1.1"),
    ("libgssapi_krb5.so.2", "libgssapi-krb5-2"),
    ("liblz4.so.1", "liblz4-1"),
    ("libzstd.so.1", "libzstd1"),
    ("libreadline.so.8", "libreadline8t64 | libreadline8"),
    ("libz.so.1", "zlib1g"),
];

/// Only databases that have the extension uuid-ossp load it, so that it is recommended.
const OF_EXTENSIONS: &[Library] = &[("libossp-uuid.so.16", "libossp-uuid16")];

const LIBC: &str = "libc6";
const PROGRAMS: [&str; 3] = ["plinth", "plinth-desktop", "plinth-sandbox"];

/// Tauri's configuration of both packages.
pub fn linux(with_postgres: bool) -> Result<Value> {
    let libc = libc_version()?;
    let (depends, requires) = by_package(&depended(with_postgres), &libc);
    let (recommends, suggested) = by_package(recommended(with_postgres), &libc);
    let zones: &[&str] = if with_postgres { &["tzdata"] } else { &[] };
    // The keychain is that of the desktop, found on its bus, as is who shows notifications. psql opens in a terminal, and
    // a link opens Plinth once desktop-file-utils has listed what opens links.
    let of_desktop = [
        "default-dbus-session-bus | dbus-session-bus",
        "gnome-keyring | keepassxc | kwallet6 | libkf5wallet-bin",
        "notification-daemon | gnome-shell",
        "xterm | x-terminal-emulator",
        "desktop-file-utils",
    ];
    // Fedora's names.
    let of_desktop_rpm = [
        "dbus",
        "(gnome-keyring or keepassxc or kf6-kwallet or kf5-kwallet)",
        "desktop-notification-daemon",
        "desktop-file-utils",
    ];
    // Certificates of the platform are checked against the system's authorities; links open with `xdg-open`.
    let of_all = ["ca-certificates", "xdg-utils"];
    Ok(json!({
        "deb": {
            "depends": all([&depends, &owned(&of_all), &owned(zones)]),
            "recommends": all([&owned(&of_desktop), &recommends]),
            // It has a /usr/bin/plinth too.
            "conflicts": ["freedombox"]
        },
        "rpm": {
            "depends": all([&requires, &owned(&of_all), &owned(zones)]),
            "recommends": all([&owned(&of_desktop_rpm), &suggested])
        }
    }))
}

/// Fails where a program of the packages is linked to a library that they do not ask for, or that is of another package.
pub fn names_all_linked(project: &Project, with_postgres: bool) -> Result<Outcome> {
    if !on_path("objdump") {
        return Ok(Outcome::Skipped("objdump is missing".into()));
    }
    let release = project.metadata()?.target_directory.join("release");
    let mut files = PROGRAMS.map(|name| release.join(name)).to_vec();
    if with_postgres {
        files.extend(below(&project.kept().join("bundle/postgres")));
    }
    files.retain(|file| is_elf(file));
    let said = Program::new("objdump").arg("-p").args(&files).quiet()?;
    let linked: Vec<&str> = linked(&said)
        .into_iter()
        .filter(|name| !is_shipped(name, &files))
        .collect();
    let known = [&depended(with_postgres), recommended(with_postgres)].concat();
    for name in &linked {
        let (_, package) = known.iter().find(|(it, _)| it == name).ok_or_else(|| {
            Error::new(format!("the packages do not ask for {name}"))
                .hint("a program is linked to it: add it to xtask/src/command/bundle/needed.rs")
        })?;
        let owners = owners(name)?;
        if !owners.is_empty()
            && !owners
                .iter()
                .any(|it| package.split(" | ").any(|p| p == it))
        {
            return Err(Error::new(format!(
                "{name} is of {}, and the .deb asks for {package}",
                owners.join(" and ")
            ))
            .hint("correct it in xtask/src/command/bundle/needed.rs"));
        }
    }
    Ok(Outcome::Done(format!("{} named", linked.len())))
}

/// Whether it is of a package that is only recommended.
pub fn is_recommended(library: &str) -> bool {
    OF_EXTENSIONS.iter().any(|(name, _)| *name == library)
}

fn depended(with_postgres: bool) -> Vec<Library> {
    let of_postgres = if with_postgres { OF_POSTGRES } else { &[] };
    [OF_PROGRAMS, of_postgres].concat()
}

fn recommended(with_postgres: bool) -> &'static [Library] {
    if with_postgres { OF_EXTENSIONS } else { &[] }
}

/// As a `.deb` and as an `.rpm` ask for them. A program that was linked here does not start with an older C library.
fn by_package(libraries: &[Library], libc: &str) -> (Vec<String>, Vec<String>) {
    let (mut deb, mut rpm) = (Vec::new(), Vec::new());
    for (name, package) in libraries {
        let package = match *package {
            LIBC => format!("{LIBC} (>= {libc})"),
            package => package.to_owned(),
        };
        if !deb.contains(&package) {
            deb.push(package);
        }
        rpm.push(format!("{name}()(64bit)"));
        if *name == "libc.so.6" {
            rpm.push(format!("{name}(GLIBC_{libc})(64bit)"));
        }
    }
    (deb, rpm)
}

/// Such as `2.36`.
fn libc_version() -> Result<String> {
    let said = Program::new("getconf").arg("GNU_LIBC_VERSION").quiet()?;
    let version = said.trim().strip_prefix("glibc ");
    let version = version.ok_or_else(|| {
        Error::new("this system does not say which C library it has")
            .hint("packages are built on a system with glibc")
    })?;
    Ok(version.to_owned())
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn all<const N: usize>(lists: [&Vec<String>; N]) -> Vec<String> {
    lists.into_iter().flatten().cloned().collect()
}

fn is_elf(file: &Path) -> bool {
    let mut first = [0; 4];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == *b"\x7fELF"
}

/// What `objdump -p` says the dynamic linker has to find.
fn linked(said: &str) -> BTreeSet<&str> {
    said.lines()
        .filter_map(|line| line.trim().strip_prefix("NEEDED"))
        .map(str::trim)
        .filter(|name| !name.starts_with("ld-linux"))
        .collect()
}

fn is_shipped(name: &str, files: &[PathBuf]) -> bool {
    files
        .iter()
        .any(|file| file.file_name().is_some_and(|it| it == name))
}

/// The installed packages that have it; none where dpkg is missing or knows none.
fn owners(library: &str) -> Result<Vec<String>> {
    if !on_path("dpkg-query") {
        return Ok(Vec::new());
    }
    let said = Program::new("dpkg-query")
        .arg("-S")
        .arg(format!("*/{library}"))
        .captured()?;
    Ok(said.text.lines().filter_map(owner).collect())
}

/// `libcairo2:amd64: /usr/lib/x86_64-linux-gnu/libcairo.so.2`
fn owner(line: &str) -> Option<String> {
    let (package, path) = line.split_once(": ")?;
    let name = package.split(':').next()?;
    path.starts_with('/').then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_read_without_the_loader() {
        let said = "plinth:     file format elf64-x86-64\n\nDynamic Section:\n  NEEDED               libm.so.6\n  \
                    NEEDED               libc.so.6\n  NEEDED               ld-linux-x86-64.so.2\n  RUNPATH              $ORIGIN\n";
        assert!(linked(said).into_iter().eq(["libc.so.6", "libm.so.6"]));
    }

    #[test]
    fn a_package_is_asked_for_once_and_the_c_library_with_its_version() {
        let (deb, rpm) = by_package(&[OF_PROGRAMS[0], OF_PROGRAMS[1], OF_PROGRAMS[2]], "2.36");
        assert_eq!(deb, ["libc6 (>= 2.36)", "libgcc-s1"]);
        assert_eq!(
            rpm,
            [
                "libc.so.6()(64bit)",
                "libc.so.6(GLIBC_2.36)(64bit)",
                "libm.so.6()(64bit)",
                "libgcc_s.so.1()(64bit)"
            ]
        );
    }

    #[test]
    fn an_owner_is_read_without_its_architecture() {
        let line = "libcairo2:amd64: /usr/lib/x86_64-linux-gnu/libcairo.so.2";
        assert_eq!(owner(line).as_deref(), Some("libcairo2"));
        assert_eq!(
            owner("dpkg-query: no path found matching pattern */x"),
            None
        );
    }
}
