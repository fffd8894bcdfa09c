//! Options from a file: JSON, with the long names of options as keys.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::slice;

use sandbox::Config;
use serde_json::{Map, Value};

const LARGEST: u64 = 1024 * 1024;
const LIVE: &str = "live";
/// What a file does not decide.
const COMMAND_LINE_ONLY: [&str; 5] = ["config", "help", "prepare-cluster", "timeout", "wait"];
/// Relative to the folder of the file.
const PATHS: [&str; 3] = ["--bundled", "--data", "--postgres"];

/// An option's value, or why there is none.
type Given = Result<OsString, String>;
type SetValue = fn(&mut Config, &str, &mut dyn FnMut() -> Given) -> Result<(), String>;

/// How an option is set, as on the command line.
pub struct Setters {
    /// Sets one with a value, which is asked for when the name is known.
    pub value: SetValue,
    /// Sets one without a value, if there is such a one.
    pub flag: fn(&mut Config, &str, bool) -> bool,
}

#[derive(Debug)]
pub struct ConfigFile {
    path: PathBuf,
    options: Map<String, Value>,
}

impl ConfigFile {
    pub fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let text = read(path).map_err(|error| format!("couldn't read {shown}: {error}"))?;
        let text = text.trim_start_matches('\u{feff}');
        let options = serde_json::from_str(text)
            .map_err(|error| format!("{shown} is not a JSON object of options: {error}"))?;
        let path = path.to_path_buf();
        let file = Self { path, options };
        match file.options.get(LIVE) {
            None | Some(Value::Bool(_)) => Ok(file),
            Some(_) => Err(file.problem("--live must be true or false")),
        }
    }

    pub fn is_live(&self) -> bool {
        self.options.get(LIVE) == Some(&Value::Bool(true))
    }

    pub fn apply(&self, config: &mut Config, setters: &Setters) -> Result<(), String> {
        for (name, value) in &self.options {
            let option = self.option(config, setters, name, value);
            option.map_err(|problem| self.problem(&problem))?;
        }
        Ok(())
    }

    fn option(
        &self,
        config: &mut Config,
        setters: &Setters,
        name: &str,
        value: &Value,
    ) -> Result<(), String> {
        if name == LIVE {
            return Ok(());
        }
        if COMMAND_LINE_ONLY.contains(&name) {
            return Err(format!("--{name} can only be given on the command line"));
        }
        if !name.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
            return Err(format!("`{}` is not an option", name.escape_debug()));
        }
        if (setters.flag)(&mut config.clone(), name, true) {
            let on = value.as_bool();
            let on = on.ok_or_else(|| format!("--{name} must be true or false"))?;
            (setters.flag)(config, name, on);
            return Ok(());
        }
        // Several are as the option several times on a command line.
        let several = value.as_array().filter(|values| !values.is_empty());
        let values = several.map_or(slice::from_ref(value), Vec::as_slice);
        let name = &format!("--{name}");
        values
            .iter()
            .try_for_each(|value| (setters.value)(config, name, &mut || self.text(name, value)))
    }

    fn text(&self, name: &str, value: &Value) -> Result<OsString, String> {
        match value {
            Value::String(path) if PATHS.contains(&name) && !path.is_empty() => {
                let folder = self.path.parent().unwrap_or(Path::new(""));
                Ok(folder.join(path).into())
            }
            Value::String(text) => Ok(text.into()),
            Value::Number(number) => Ok(number.to_string().into()),
            _ => Err(format!("{name} must be text or a number")),
        }
    }

    fn problem(&self, problem: &str) -> String {
        format!("{}: {problem}", self.path.display())
    }
}

fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LARGEST).read_to_string(&mut text)?;
    Ok(text)
}
