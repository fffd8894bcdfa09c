//! Python and its pip, which fetch what lies on PyPI.

use std::time::Duration;

use crate::error::{Error, Result};
use crate::program::Program;

/// As systems call it; the first that starts serves.
const NAMES: [&str; 2] = ["python3", "python"];

pub fn pip() -> Result<Program> {
    let name = NAMES
        .into_iter()
        .find(|name| answers(name, &["-m", "pip", "--version"]))
        .ok_or_else(|| {
            Error::new("Python's pip is missing, which fetches PostgreSQL").hint(how_to_get_it())
        })?;
    Ok(Program::new(name)
        .args(["-m", "pip", "--disable-pip-version-check"])
        .env("PIP_ROOT_USER_ACTION", "ignore"))
}

/// Whether pip is there, whoever brought it.
pub fn has_pip() -> bool {
    pip().is_ok()
}

pub fn run(args: &[&str]) -> Result<Program> {
    let name = NAMES
        .into_iter()
        .find(|name| answers(name, &["--version"]))
        .ok_or_else(|| Error::new("Python is missing").hint(how_to_get_it()))?;
    Ok(Program::new(name).args(args))
}

fn answers(name: &str, args: &[&str]) -> bool {
    Program::new(name)
        .args(args)
        .within(Duration::from_secs(60))
        .quiet()
        .is_ok()
}

fn how_to_get_it() -> &'static str {
    match std::env::consts::OS {
        "macos" => "xcode-select --install, or `brew install python`",
        "windows" => "install Python from python.org, with pip and with its folder on the PATH",
        _ => {
            "install it with your system's package manager: it is called python3-pip or python-pip"
        }
    }
}
