//! Finds the terminal of this desktop and how it is made to run a program.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A terminal with the arguments that come before the program to run in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminal {
    pub program: PathBuf,
    pub before: Vec<&'static str>,
}

/// What the choice is made from.
pub struct Desktop<'a> {
    /// `$TERMINAL`.
    pub preferred: Option<OsString>,
    /// `$XDG_CURRENT_DESKTOP`.
    pub name: Option<String>,
    /// Finds a program by name, or checks a path.
    pub find: &'a dyn Fn(&OsStr) -> Option<PathBuf>,
}

/// Terminals in the order in which they are tried, each with its arguments for what to run.
const KNOWN: &[(&str, &[&str])] = &[
    ("x-terminal-emulator", &["-e"]),
    ("ptyxis", &["--"]),
    ("kgx", &["--"]),
    ("gnome-terminal", &["--"]),
    ("konsole", &["-e"]),
    ("xfce4-terminal", &["-x"]),
    ("mate-terminal", &["-x"]),
    ("tilix", &["-e"]),
    ("terminator", &["-x"]),
    ("lxterminal", &["-e"]),
    ("qterminal", &["-e"]),
    ("ghostty", &["-e"]),
    ("alacritty", &["-e"]),
    ("kitty", &[]),
    ("foot", &[]),
    ("wezterm", &["start", "--"]),
    ("urxvt", &["-e"]),
    ("st", &["-e"]),
    ("xterm", &["-e"]),
];

/// Terminals that belong to a desktop and go before the others there.
const NATIVE: &[(&str, &[&str])] = &[
    ("GNOME", &["ptyxis", "kgx", "gnome-terminal"]),
    ("KDE", &["konsole"]),
    ("XFCE", &["xfce4-terminal"]),
    ("MATE", &["mate-terminal"]),
    ("LXDE", &["lxterminal"]),
    ("LXQt", &["qterminal"]),
];

/// The terminal to use: the person's own choice, else the desktop's, else the first that is there.
pub fn choose(desktop: &Desktop<'_>) -> Option<Terminal> {
    preferred(desktop).or_else(|| native(desktop)).or_else(|| {
        KNOWN
            .iter()
            .find_map(|(name, before)| found(desktop, OsStr::new(name), before))
    })
}

fn preferred(desktop: &Desktop<'_>) -> Option<Terminal> {
    let named = desktop
        .preferred
        .as_deref()
        .filter(|named| !named.is_empty())?;
    let name = Path::new(named).file_name()?.to_str()?;
    let before = arguments(name).unwrap_or(&["-e"]);
    found(desktop, named, before)
}

fn native(desktop: &Desktop<'_>) -> Option<Terminal> {
    let here = desktop.name.as_deref()?;
    NATIVE
        .iter()
        .filter(|(name, _)| here.split(':').any(|part| part.eq_ignore_ascii_case(name)))
        .flat_map(|(_, terminals)| *terminals)
        .find_map(|name| found(desktop, OsStr::new(name), arguments(name)?))
}

fn found(desktop: &Desktop<'_>, name: &OsStr, before: &[&'static str]) -> Option<Terminal> {
    (desktop.find)(name).map(|program| Terminal {
        program,
        before: before.to_vec(),
    })
}

fn arguments(name: &str) -> Option<&'static [&'static str]> {
    KNOWN
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, before)| *before)
}

/// The terminal of this machine.
#[cfg(not(any(windows, target_os = "macos")))]
pub fn of_this_machine() -> Option<Terminal> {
    choose(&Desktop {
        preferred: std::env::var_os("TERMINAL"),
        name: std::env::var("XDG_CURRENT_DESKTOP").ok(),
        find: &host::psql::find,
    })
}

/// The terminal of this machine. It is made to open a script, and keeps its own environment.
#[cfg(target_os = "macos")]
pub fn of_this_machine() -> Option<Terminal> {
    host::psql::find(OsStr::new("open")).map(|program| Terminal {
        program,
        before: vec!["-a", "Terminal"],
    })
}

/// Words for `cmd.exe`. The title holds a blank, so that it reaches `start` in quotation marks.
#[cfg(any(windows, test))]
const WINDOWS_CONSOLE: &[&str] = &["/c", "start", "Plinth psql", "/wait", "cmd", "/c"];

/// The terminal of this machine: Windows Terminal, else a console window of its own.
#[cfg(windows)]
pub fn of_this_machine() -> Option<Terminal> {
    let find = |name: &str| host::psql::find(OsStr::new(name));
    find("wt.exe")
        .map(|program| Terminal {
            program,
            before: vec!["new-tab", "--title", "psql", "cmd", "/c"],
        })
        .or_else(|| {
            find("cmd.exe").map(|program| Terminal {
                program,
                // `start` takes a first word in quotation marks for the title, and one without them for the program.
                before: WINDOWS_CONSOLE.to_vec(),
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(
        preferred: &str,
        name: &str,
        there: &[&str],
        expected: Option<(&str, &[&'static str])>,
    ) {
        let find = |named: &OsStr| {
            let named = named.to_str()?;
            there.contains(&named).then(|| PathBuf::from(named))
        };
        let chosen = choose(&Desktop {
            preferred: (!preferred.is_empty()).then(|| preferred.into()),
            name: (!name.is_empty()).then(|| name.to_owned()),
            find: &find,
        });
        let expected = expected.map(|(program, before)| Terminal {
            program: program.into(),
            before: before.to_vec(),
        });
        assert_eq!(chosen, expected);
    }

    #[test]
    fn a_console_of_windows_is_opened_with_a_title_that_gets_quoted() {
        let title = WINDOWS_CONSOLE[2];
        assert_eq!(WINDOWS_CONSOLE[1], "start");
        assert!(title.contains(' '), "{title} goes without quotation marks");
    }

    #[test]
    fn the_persons_choice_comes_first() {
        check(
            "kitty",
            "GNOME",
            &["kitty", "gnome-terminal"],
            Some(("kitty", &[])),
        );
        check(
            "/opt/bin/foot",
            "",
            &["/opt/bin/foot", "xterm"],
            Some(("/opt/bin/foot", &[])),
        );
        check(
            "own-terminal",
            "",
            &["own-terminal"],
            Some(("own-terminal", &["-e"])),
        );
        check("gone", "", &["xterm"], Some(("xterm", &["-e"])));
    }

    #[test]
    fn then_the_desktops_own() {
        check(
            "",
            "ubuntu:GNOME",
            &["x-terminal-emulator", "gnome-terminal"],
            Some(("gnome-terminal", &["--"])),
        );
        check(
            "",
            "KDE",
            &["x-terminal-emulator", "konsole"],
            Some(("konsole", &["-e"])),
        );
        check(
            "",
            "XFCE",
            &["xterm", "xfce4-terminal"],
            Some(("xfce4-terminal", &["-x"])),
        );
        check(
            "",
            "KDE",
            &["x-terminal-emulator", "gnome-terminal"],
            Some(("x-terminal-emulator", &["-e"])),
        );
    }

    #[test]
    fn then_any_that_is_there() {
        check("", "sway", &["foot", "xterm"], Some(("foot", &[])));
        check("", "", &["wezterm"], Some(("wezterm", &["start", "--"])));
        check("", "", &[], None);
    }
}
