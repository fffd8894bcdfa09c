//! Packages of the operating system: installed on Debian and its kin, named elsewhere.

use std::env;
use std::fs;
use std::time::Duration;

use super::Needs;
use crate::error::{Context, Error, Result};
use crate::program::{Program, on_path};
use crate::steps::Outcome;

/// One thing the system must bring, by the name of each packager and by how it is seen.
#[derive(Debug)]
struct Wanted {
    apt: &'static str,
    dnf: &'static str,
    pacman: &'static str,
    seen_by: Probe,
    since: Since,
}

#[derive(Debug)]
enum Probe {
    Library(&'static str),
    Header(&'static str),
    Program(&'static str),
    /// Nothing to look for that has the same name everywhere.
    Unseen,
}

/// The least need that asks for a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Since {
    Build,
    VirtualScreen,
    Test,
}

const fn wanted(
    since: Since,
    apt: &'static str,
    dnf: &'static str,
    pacman: &'static str,
    seen_by: Probe,
) -> Wanted {
    Wanted {
        apt,
        dnf,
        pacman,
        seen_by,
        since,
    }
}

use Probe::{Header, Library, Program as Tool, Unseen};
use Since::{Build, Test, VirtualScreen};

static WANTED: &[Wanted] = &[
    wanted(
        Build,
        "libwebkit2gtk-4.1-dev",
        "webkit2gtk4.1-devel",
        "webkit2gtk-4.1",
        Library("webkit2gtk-4.1"),
    ),
    wanted(
        Build,
        "libxdo-dev",
        "libxdo-devel",
        "xdotool",
        Header("xdo.h"),
    ),
    wanted(
        Build,
        "libssl-dev",
        "openssl-devel",
        "openssl",
        Library("openssl"),
    ),
    wanted(
        Build,
        "libayatana-appindicator3-dev",
        "libayatana-appindicator-gtk3-devel",
        "libayatana-appindicator",
        Library("ayatana-appindicator3-0.1"),
    ),
    wanted(
        Build,
        "librsvg2-dev",
        "librsvg2-devel",
        "librsvg",
        Library("librsvg-2.0"),
    ),
    wanted(Build, "build-essential", "gcc", "base-devel", Tool("cc")),
    wanted(
        Build,
        "pkg-config",
        "pkgconf-pkg-config",
        "pkgconf",
        Tool("pkg-config"),
    ),
    wanted(Build, "file", "file", "file", Tool("file")),
    wanted(
        VirtualScreen,
        "xvfb",
        "xorg-x11-server-Xvfb",
        "xorg-server-xvfb",
        Tool("Xvfb"),
    ),
    wanted(
        VirtualScreen,
        "dbus",
        "dbus-daemon",
        "dbus",
        Tool("dbus-daemon"),
    ),
    wanted(
        VirtualScreen,
        "gnome-keyring",
        "gnome-keyring",
        "gnome-keyring",
        Tool("gnome-keyring-daemon"),
    ),
    wanted(
        VirtualScreen,
        "xdotool",
        "xdotool",
        "xdotool",
        Tool("xdotool"),
    ),
    wanted(
        VirtualScreen,
        "imagemagick",
        "ImageMagick",
        "imagemagick",
        Tool("import"),
    ),
    wanted(
        VirtualScreen,
        "fonts-noto-core",
        "google-noto-sans-fonts",
        "noto-fonts",
        Unseen,
    ),
    wanted(Test, "dbus-x11", "dbus-x11", "dbus", Tool("dbus-launch")),
    wanted(
        Test,
        "libsecret-tools",
        "libsecret",
        "libsecret",
        Tool("secret-tool"),
    ),
    wanted(
        Test,
        "webkit2gtk-driver",
        "webkit2gtk4.1",
        "webkit2gtk-4.1",
        Tool("WebKitWebDriver"),
    ),
    wanted(
        Test,
        "x11-utils",
        "xwininfo",
        "xorg-xwininfo",
        Tool("xwininfo"),
    ),
    wanted(
        Test,
        "fonts-inter",
        "rsms-inter-fonts",
        "inter-font",
        Unseen,
    ),
    wanted(
        Test,
        "postgresql-client",
        "postgresql",
        "postgresql-libs",
        Tool("psql"),
    ),
];

pub fn packages(needs: Needs) -> Result<Outcome> {
    match env::consts::OS {
        "linux"
            if is_debian(&fs::read_to_string("/etc/os-release").unwrap_or_default())
                && on_path("apt-get") =>
        {
            debian(needs)
        }
        "linux" => other_linux(needs),
        "macos" => macos(),
        // The compiler came with Rust's own set-up; WebView2 is part of Windows 11 and of the installer.
        _ => Ok(Outcome::There("nothing to look for here".into())),
    }
}

fn list(needs: Needs) -> impl Iterator<Item = &'static Wanted> {
    WANTED.iter().filter(move |wanted| match wanted.since {
        Build => true,
        VirtualScreen => needs != Needs::Build,
        Test => needs == Needs::Test,
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

fn debian(needs: Needs) -> Result<Outcome> {
    let names: Vec<&str> = list(needs).map(|wanted| wanted.apt).collect();
    let missing = missing_in_dpkg(&names)?;
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

    let still = missing_in_dpkg(&names)?;
    if still.is_empty() {
        Ok(Outcome::Done(format!("{} installed", missing.len())))
    } else {
        Err(Error::new(format!(
            "apt-get ended well, yet these are missing: {}",
            still.join(" ")
        )))
    }
}

fn missing_in_dpkg<'a>(names: &[&'a str]) -> Result<Vec<&'a str>> {
    // dpkg-query fails when it knows nothing of one name, and still lists the others.
    let said = Program::new("dpkg-query")
        .args(["-W", "-f", "${Package} ${db:Status-Status}\\n"])
        .args(names)
        .captured()?;
    Ok(not_installed(names, &said.text))
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
    let root = Program::new("id").arg("-u").quiet()?.trim() == "0";
    let program = if root {
        Program::new("apt-get")
    } else if on_path("sudo") {
        Program::new("sudo")
            .args(["--preserve-env=DEBIAN_FRONTEND", "apt-get"])
            .asks()
    } else {
        return Err(Error::new(
            "installing packages needs root, and there is no sudo",
        ));
    };
    program
        .args(["-o", "DPkg::Lock::Timeout=120"])
        .args(args)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .within(Duration::from_secs(15 * 60))
        .quiet()
}

fn other_linux(needs: Needs) -> Result<Outcome> {
    let missing: Vec<&Wanted> = list(needs)
        .filter(|wanted| !is_seen(&wanted.seen_by))
        .collect();
    if missing.is_empty() {
        return Ok(Outcome::There(String::new()));
    }
    let names = |name: fn(&Wanted) -> &'static str| {
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
        Library(name) => Program::new("pkg-config")
            .args(["--exists", name])
            .quiet()
            .is_ok(),
        Header(name) => ["/usr/include", "/usr/local/include"]
            .iter()
            .any(|dir| std::path::Path::new(dir).join(name).is_file()),
        Tool(name) => on_path(name),
        Unseen => true,
    }
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
        let counts =
            [Needs::Build, Needs::VirtualScreen, Needs::Test].map(|needs| list(needs).count());
        assert!(counts[0] < counts[1] && counts[1] < counts[2], "{counts:?}");
        assert_eq!(counts[2], WANTED.len());
    }
}
