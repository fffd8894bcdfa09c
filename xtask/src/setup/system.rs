//! Packages of the operating system: installed on Debian and its kin, named elsewhere.

use std::env;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::packages::{PACKAGES, Probe, Since, SystemPackage};
use super::{Needs, python};
use crate::error::{Context, Error, Result};
use crate::program::{Program, on_path};
use crate::steps::Outcome;

pub fn packages(needs: Needs) -> Result<Outcome> {
    match env::consts::OS {
        "linux" => linux(&list(needs).collect::<Vec<_>>()),
        "macos" => macos(),
        // The compiler came with Rust's own set-up; WebView2 is part of Windows 11 and of the installer.
        _ => Ok(Outcome::There("nothing to look for here".into())),
    }
}

/// What one command needs on Linux besides.
pub fn package(wanted: &'static SystemPackage) -> Result<Outcome> {
    linux(&[wanted])
}

/// Whether this is Debian or its kin, with its package manager.
pub fn has_apt() -> bool {
    is_debian(&fs::read_to_string("/etc/os-release").unwrap_or_default()) && on_path("apt-get")
}

/// A program with root's rights, which asks for a password where it must.
pub fn as_root(program: Program) -> Result<Program> {
    if user()? == 0 {
        Ok(program)
    } else if on_path("sudo") {
        let sudo = ["sudo", "--preserve-env=DEBIAN_FRONTEND"];
        Ok(program.under(&sudo).asks())
    } else {
        Err(Error::new("this needs root, and there is no sudo").hint("run it as root"))
    }
}

/// The number of who runs this; 0 is root.
pub fn user() -> Result<u32> {
    let said = Program::new("id").arg("-u").quiet()?;
    said.trim().parse().context("`id` names no user")
}

fn linux(wanted: &[&'static SystemPackage]) -> Result<Outcome> {
    if has_apt() {
        debian(wanted)
    } else {
        other_linux(wanted)
    }
}

fn list(needs: Needs) -> impl Iterator<Item = &'static SystemPackage> {
    PACKAGES.iter().filter(move |wanted| match wanted.since {
        Since::Build => true,
        Since::VirtualScreen => needs >= Needs::VirtualScreen,
        Since::Test => needs >= Needs::Test,
        Since::Thorough => needs >= Needs::Thorough,
        Since::Asked => false,
    })
}

fn is_debian(os_release: &str) -> bool {
    os_release
        .lines()
        .filter_map(|line| {
            line.strip_prefix("ID=")
                .or_else(|| line.strip_prefix("ID_LIKE="))
        })
        .flat_map(|value| value.trim_matches('"').split(' '))
        .any(|id| id == "debian" || id == "ubuntu")
}

fn debian(wanted: &[&SystemPackage]) -> Result<Outcome> {
    let missing = missing_in_debian(wanted)?;
    if missing.is_empty() {
        return Ok(Outcome::There(String::new()));
    }
    println!("  installing {}", missing.join(" "));
    let by_hand = format!(
        "install them yourself: sudo apt-get install {}",
        missing.join(" ")
    );
    apt(&["update", "-q"]).map_err(|e| e.hint(by_hand.clone()))?;
    apt(&[&["install", "-y", "-q"], &missing[..]].concat()).map_err(|e| e.hint(by_hand))?;

    let still = missing_in_debian(wanted)?;
    if still.is_empty() {
        Ok(Outcome::Done(format!("{} installed", missing.len())))
    } else {
        Err(Error::new(format!(
            "apt-get ended well, yet these are missing: {}",
            still.join(" ")
        )))
    }
}

/// By the package's name, except for what has another name in another release or other ways to come.
fn missing_in_debian(wanted: &[&SystemPackage]) -> Result<Vec<&'static str>> {
    let by_name: Vec<&str> = wanted
        .iter()
        .filter(|it| !is_seen_itself(&it.seen_by))
        .map(|it| it.apt)
        .collect();
    // dpkg-query fails when it knows nothing of one name, and still lists the others.
    let said = Program::new("dpkg-query")
        .args(["-W", "-f", "${Package} ${db:Status-Status}\\n"])
        .args(&by_name)
        .captured()?;
    let not_installed = not_installed(&by_name, &said.text);
    Ok(wanted
        .iter()
        .filter(|it| match is_seen_itself(&it.seen_by) {
            true => !is_seen(&it.seen_by),
            false => not_installed.contains(&it.apt),
        })
        .map(|it| it.apt)
        .collect())
}

fn is_seen_itself(probe: &Probe) -> bool {
    matches!(probe, Probe::Shared(_) | Probe::Folder(_) | Probe::Pip)
}

fn not_installed<'a>(names: &[&'a str], said: &str) -> Vec<&'a str> {
    names
        .iter()
        .copied()
        .filter(|name| {
            !said
                .lines()
                .any(|line| line.strip_prefix(name) == Some(" installed"))
        })
        .collect()
}

fn apt(args: &[&str]) -> Result<String> {
    let apt = Program::new("apt-get")
        .args(["-o", "DPkg::Lock::Timeout=120"])
        .args(args)
        .env("DEBIAN_FRONTEND", "noninteractive");
    as_root(apt)?.within(Duration::from_secs(15 * 60)).quiet()
}

fn other_linux(wanted: &[&'static SystemPackage]) -> Result<Outcome> {
    let missing: Vec<&SystemPackage> = wanted
        .iter()
        .copied()
        .filter(|wanted| !is_seen(&wanted.seen_by))
        .collect();
    if missing.is_empty() {
        return Ok(Outcome::There(String::new()));
    }
    let names = |name: fn(&SystemPackage) -> &'static str| {
        missing
            .iter()
            .map(|wanted| name(wanted))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let error = Error::new(format!(
        "this system lacks what Debian calls {}",
        names(|w| w.apt)
    ));
    Err(if on_path("dnf") {
        error.hint(format!("sudo dnf install {}", names(|w| w.dnf)))
    } else if on_path("pacman") {
        error.hint(format!("sudo pacman -S --needed {}", names(|w| w.pacman)))
    } else {
        error.hint("install them with your system's package manager")
    })
}

fn is_seen(probe: &Probe) -> bool {
    match probe {
        Probe::Library(name) => Program::new("pkg-config")
            .args(["--exists", name])
            .quiet()
            .is_ok(),
        Probe::Shared(name) => is_shared_library(name),
        Probe::Header(name) => ["/usr/include", "/usr/local/include"]
            .iter()
            .any(|dir| Path::new(dir).join(name).is_file()),
        Probe::Folder(path) => Path::new(path).is_dir(),
        Probe::Program(name) => on_path(name),
        Probe::Pip => python::has_pip(),
        Probe::Unseen => true,
    }
}

/// What the dynamic linker knows; `ldconfig` is not on everybody's path.
fn is_shared_library(name: &str) -> bool {
    ["ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"]
        .iter()
        .filter_map(|program| Program::new(program).arg("-p").quiet().ok())
        .any(|said| {
            said.lines()
                .any(|line| line.split_whitespace().next() == Some(name))
        })
}

fn macos() -> Result<Outcome> {
    Program::new("xcode-select")
        .arg("-p")
        .quiet()
        .context("the command line tools are missing")
        .map_err(|e| e.hint("xcode-select --install"))?;
    Ok(Outcome::There(String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_and_its_kin_are_recognized() {
        assert!(is_debian("NAME=\"Debian GNU/Linux\"\nID=debian\n"));
        assert!(is_debian("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!is_debian("ID=fedora\nVARIANT_ID=workstation\n"));
        assert!(!is_debian("ID=arch\nHOME_URL=\"https://debian.invalid\"\n"));
    }

    #[test]
    fn only_what_is_installed_counts_as_there() {
        let said = "xvfb installed\nfile config-files\nxvfb-extra installed\ndpkg-query: no packages found matching dbus\n";
        assert_eq!(
            not_installed(&["xvfb", "file", "dbus"], said),
            ["file", "dbus"]
        );
    }

    #[test]
    fn each_need_asks_for_no_less_than_the_one_before() {
        let needs = [
            Needs::Build,
            Needs::VirtualScreen,
            Needs::Test,
            Needs::Thorough,
        ];
        let counts = needs.map(|needs| list(needs).count());
        assert!(counts.is_sorted_by(|less, more| less < more), "{counts:?}");
        assert_eq!(counts[3], PACKAGES.len());
    }
}
