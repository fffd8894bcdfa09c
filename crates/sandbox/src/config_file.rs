//! Options from a file: JSON, with the long names of options as keys.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::slice;

use sandbox::Config;
use serde_json::{Map, Value};

use crate::options::{set, set_flag};

const LARGEST: u64 = 1024 * 1024;
const LIVE: &str = "live";
/// What a file does not decide.
const COMMAND_LINE_ONLY: [&str; 5] = ["config", "help", "prepare-cluster", "timeout", "wait"];
/// Relative to the folder of the file.
const PATHS: [&str; 4] = ["--bundled", "--data", "--postgres", "--token-file"];

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

    pub fn apply(&self, config: &mut Config) -> Result<(), String> {
        for (name, value) in &self.options {
            let option = self.option(config, name, value);
            option.map_err(|problem| self.problem(&problem))?;
        }
        Ok(())
    }

    fn option(&self, config: &mut Config, name: &str, value: &Value) -> Result<(), String> {
        if name == LIVE {
            return Ok(());
        }
        if COMMAND_LINE_ONLY.contains(&name) {
            return Err(format!("--{name} can only be given on the command line"));
        }
        if !name.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
            return Err(format!("`{}` is not an option", name.escape_debug()));
        }
        if set_flag(&mut config.clone(), name, true) {
            let on = value.as_bool();
            let on = on.ok_or_else(|| format!("--{name} must be true or false"))?;
            set_flag(config, name, on);
            return Ok(());
        }
        // Several are as the option several times on a command line.
        let several = value.as_array().filter(|values| !values.is_empty());
        let values = several.map_or(slice::from_ref(value), Vec::as_slice);
        let name = &format!("--{name}");
        values
            .iter()
            .try_for_each(|value| set(config, name, &mut || self.text(name, value)))
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
    // Asked before it is opened, which would wait at a pipe.
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file",
        ));
    }
    File::open(path)?.take(LARGEST).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> (tempfile::TempDir, Result<ConfigFile, String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sandbox.json");
        std::fs::write(&path, text).unwrap();
        let read = ConfigFile::read(&path);
        (folder, read)
    }

    fn applied(text: &str) -> Result<Config, String> {
        let (folder, read) = file(text);
        let mut config = Config::new("unset");
        read.and_then(|file| file.apply(&mut config))
            .map_err(|problem| problem.replace(&folder.path().display().to_string(), ""))?;
        config.data_dir = config
            .data_dir
            .strip_prefix(folder.path())
            .unwrap_or(&config.data_dir)
            .to_path_buf();
        Ok(config)
    }

    #[test]
    fn options_have_their_long_names_and_paths_are_beside_the_file() {
        let text = "\u{feff}{\"data\": \"some/data\", \"port\": 4650, \"max-disk\": \"2GB\",
            \"no-servers\": true, \"claims-by-anyone\": false, \"no-default-compute\": true,
            \"database\": [\"first\", \"shop\"], \"organization\": \"Bücher 🐘\"}";
        let config = applied(text).unwrap();
        assert_eq!(config.data_dir, PathBuf::from("some/data"));
        assert_eq!((config.port, config.max_disk), (4650, Some(2_000_000_000)));
        assert!(!config.servers && !config.claims_by_anyone && !config.compute_by_default);
        assert_eq!(config.names.database, "shop", "as on a command line");
        assert_eq!(config.names.organization, "Bücher 🐘");
        let absolute = std::env::temp_dir().join("elsewhere");
        let text = serde_json::json!({ "data": absolute }).to_string();
        assert_eq!(applied(&text).unwrap().data_dir, absolute);
        assert_eq!(applied("{}").unwrap().data_dir, PathBuf::from("unset"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, problem) in [
            (r#"{"colour": "red"}"#, "--colour is not an option"),
            (r#"{"colour": []}"#, "--colour is not an option"),
            (r#"{"--port": 1}"#, "----port is not an option"),
            (r#"{"": 1}"#, "-- is not an option"),
            (r#"{"Port": 1}"#, "`Port` is not an option"),
            (
                r#"{"pört\u001b[2J": 1}"#,
                "`pört\\u{1b}[2J` is not an option",
            ),
            (r#"{"port": 70000}"#, "--port must be a number, not `70000`"),
            (r#"{"port": -1}"#, "--port must be a number, not `-1`"),
            (r#"{"port": 1.5}"#, "--port must be a number, not `1.5`"),
            (r#"{"port": ""}"#, "--port must be a number, not ``"),
            (r#"{"port": null}"#, "--port must be text or a number"),
            (r#"{"port": []}"#, "--port must be text or a number"),
            (r#"{"port": [[1]]}"#, "--port must be text or a number"),
            (r#"{"data": {"a": 1}}"#, "--data must be text or a number"),
            (
                r#"{"database": true}"#,
                "--database must be text or a number",
            ),
            (
                r#"{"no-servers": "yes"}"#,
                "--no-servers must be true or false",
            ),
            (
                r#"{"no-servers": null}"#,
                "--no-servers must be true or false",
            ),
            (r#"{"live": 1}"#, "--live must be true or false"),
            (
                r#"{"config": "other.json"}"#,
                "--config can only be given on the command line",
            ),
            (
                r#"{"organization": "\u0007"}"#,
                "--organization must be text that can be seen",
            ),
        ] {
            let expected = format!("/sandbox.json: {problem}");
            let said = applied(text).unwrap_err().replace('\\', "/");
            assert_eq!(said, expected.replace('\\', "/"), "{text}");
        }
        for text in ["", "[]", "7", "{", "{\"port\": 1,}", "port = 1", "null"] {
            let said = applied(text).unwrap_err();
            assert!(
                said.contains("is not a JSON object of options: "),
                "{text}: {said}"
            );
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_says_why() {
        let folder = tempfile::tempdir().unwrap();
        for path in [
            folder.path().join("missing.json"),
            folder.path().into(),
            "".into(),
        ] {
            let said = ConfigFile::read(&path).unwrap_err();
            assert!(said.starts_with("couldn't read "), "{said}");
        }
        let path = folder.path().join("bytes.json");
        std::fs::write(&path, b"{\"port\": \"\xff\"}").unwrap();
        let said = ConfigFile::read(&path).unwrap_err();
        assert!(said.starts_with("couldn't read "), "{said}");
        std::fs::write(&path, vec![b' '; 2 * 1024 * 1024]).unwrap();
        assert!(ConfigFile::read(&path).is_err());
    }
}
