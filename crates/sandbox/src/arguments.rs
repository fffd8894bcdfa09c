use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use lexopt::Error::{MissingValue, UnexpectedValue};
use lexopt::Parser;
use lexopt::prelude::*;
use sandbox::{Config, WaitTarget};

use crate::config_file::ConfigFile;
use crate::options::{seconds, set, set_flag};

#[derive(Debug)]
pub enum Command {
    Help,
    Run(Box<Config>),
    PrepareCluster(Box<Config>),
    Wait {
        target: WaitTarget,
        timeout: Duration,
    },
}

const WAIT: Duration = Duration::from_secs(60);
const LONGEST_WAIT: u64 = 24 * 60 * 60;

/// What stands above stands over what is below: options on the command line, the config file, the
/// preset, what is usual.
pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let arguments: Vec<OsString> = arguments.collect();
    let mut base = Config::new(PathBuf::new());
    let given = read(&arguments, base.clone())?;
    if given.help {
        return Ok(Command::Help);
    }
    if let Some(target) = given.wait {
        return wait(target, given.timeout, &given.names);
    }
    if given.timeout.is_some() {
        return Err("--timeout is for --wait".into());
    }
    let file = given.file.as_deref().map(ConfigFile::read).transpose()?;
    if given.live || file.as_ref().is_some_and(ConfigFile::is_live) {
        base.set_live();
    }
    if let Some(file) = &file {
        file.apply(&mut base)?;
    }
    if given.names.iter().any(|name| name == "host-name") {
        base.host_names.clear();
    }
    let config = read(&arguments, base)?.config;
    if config.data_dir.as_os_str().is_empty() {
        return Err("--data is required".into());
    }
    let config = Box::new(config);
    Ok(match given.prepares {
        true => Command::PrepareCluster(config),
        false => Command::Run(config),
    })
}

fn wait(target: OsString, timeout: Option<Duration>, names: &[String]) -> Result<Command, String> {
    let other = names
        .iter()
        .find(|name| !["wait", "timeout"].contains(&name.as_str()));
    if let Some(other) = other {
        return Err(format!("--{other} is not for --wait"));
    }
    Ok(Command::Wait {
        target: WaitTarget::parse(target).map_err(|problem| format!("--wait: {problem}"))?,
        timeout: timeout.unwrap_or(WAIT),
    })
}

/// What stands on the command line.
struct Given {
    /// With the options that are a sandbox's own.
    config: Config,
    /// All that were met.
    names: Vec<String>,
    help: bool,
    prepares: bool,
    live: bool,
    file: Option<PathBuf>,
    wait: Option<OsString>,
    timeout: Option<Duration>,
}

fn read(arguments: &[OsString], config: Config) -> Result<Given, String> {
    let mut given = Given {
        config,
        names: Vec::new(),
        help: false,
        prepares: false,
        live: false,
        file: None,
        wait: None,
        timeout: None,
    };
    let mut parser = Parser::from_args(arguments);
    while let Some(argument) = parser.next().map_err(worded)? {
        let name = match argument {
            Short('h') => "help".to_owned(),
            Long(name) => name.to_owned(),
            Short(name) => return Err(format!("-{name} is not an option")),
            Value(word) => return Err(format!("{} is not an option", word.display())),
        };
        let mut value = || parser.value().map_err(worded);
        match name.as_str() {
            "help" => {
                given.help = true;
                return Ok(given);
            }
            "prepare-cluster" => given.prepares = true,
            "live" => given.live = true,
            "config" => given.file = Some(value()?.into()),
            "wait" => given.wait = Some(value()?),
            "timeout" => given.timeout = Some(seconds("--timeout", value()?, LONGEST_WAIT)?),
            _ if set_flag(&mut given.config, &name, true) => {}
            _ => set(&mut given.config, &format!("--{name}"), &mut value)?,
        }
        given.names.push(name);
    }
    Ok(given)
}

fn worded(error: lexopt::Error) -> String {
    match error {
        MissingValue { option: Some(name) } => format!("{name} needs a value"),
        UnexpectedValue { option, .. } => format!("{option} takes no value"),
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use sandbox::ClockMode;

    use super::*;

    fn run(arguments: &[&str]) -> Result<Command, String> {
        parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn options_are_read_in_both_spellings() {
        let parsed = run(&[
            "--data",
            "/tmp/x",
            "--port=0",
            "--clock",
            "manual",
            "--no-servers",
            "--allow-old-postgres",
            "--claims-by-anyone",
            "--seed-projects=10000",
            "--max-unclaimed=3",
            "--max-disk=2GB",
            "--max-history=5GB",
            "--bind=::",
            "--host-name=one.test",
            "--host-name",
            "two.test",
            "--token-file=/run/token",
        ]);
        let Ok(Command::Run(config)) = parsed else {
            panic!("{parsed:?}")
        };
        assert_eq!(
            (config.port, config.clock, config.servers),
            (0, ClockMode::Manual, false)
        );
        assert_eq!(config.data_dir, PathBuf::from("/tmp/x"));
        assert!(config.allow_old_postgres && config.claims_by_anyone);
        assert_eq!((config.seed_projects, config.max_unclaimed), (10_000, 3));
        assert_eq!(config.max_disk, Some(2_000_000_000));
        assert_eq!(config.history.most_bytes, 5_000_000_000);
        assert_eq!(config.bind.to_string(), "::");
        assert_eq!(config.host_names, ["one.test", "two.test"]);
        assert_eq!(config.token_file, Some("/run/token".into()));
    }

    #[test]
    fn wrong_options_are_refused() {
        for (arguments, problem) in [
            (&["--port", "0"][..], "--data is required"),
            (&["--data"], "--data needs a value"),
            (
                &["--data", "x", "--no-servers=1"],
                "--no-servers takes no value",
            ),
            (&["--data", "x", "more"], "more is not an option"),
            (
                &["--data", "x", "--port", "70000"],
                "--port must be a number, not `70000`",
            ),
            (
                &["--data", "x", "--clock", "fast"],
                "--clock must be `real` or `manual`, not `fast`",
            ),
            (
                &["--data", "x", "--max-disk", "much"],
                "--max-disk must be a size such as 20GB, not `much`",
            ),
            (
                &["--data", "x", "--max-disk", "0GB"],
                "--max-disk must be a size such as 20GB, not `0GB`",
            ),
            (
                &["--data", "x", "--seed-projects", "99999999999"],
                "--seed-projects must be at most 1000000",
            ),
            (
                &["--data", "x", "--bind", "example.com"],
                "--bind must be an IP address, not `example.com`",
            ),
            (&["--data", "x", "--colour"], "--colour is not an option"),
            (
                &["--data", "x", "--max-running", "0"],
                "--max-running must be at least 1",
            ),
            (
                &["--data", "x", "--rate-limit", "0"],
                "--rate-limit must be `off` or a number from 1 on, not `0`",
            ),
            (
                &["--data", "x", "--rate-limit=-5"],
                "--rate-limit must be `off` or a number from 1 on, not `-5`",
            ),
            (
                &["--data", "x", "--branches-limit", "99999999999"],
                "--branches-limit must be `off` or a number from 1 on, not `99999999999`",
            ),
            (
                &["--data", "x", "--branches-limit", ""],
                "--branches-limit must be `off` or a number from 1 on, not ``",
            ),
            (
                &["--data", "x", "--operation-pace", "600001"],
                "--operation-pace must be at most 600000",
            ),
            (
                &["--data", "x", "--operation-pace", "１s"],
                "--operation-pace must be a number, not `１s`",
            ),
            (
                &["--data", "x", "--idle-after", "18446744073709551615"],
                "--idle-after must be at most 4294967295",
            ),
            (
                &["--data", "x", "--organization", " "],
                "--organization must be text that can be seen",
            ),
            (&["--data", "x", "--live=1"], "--live takes no value"),
            (
                &["--data", "x", "--timeout", "5"],
                "--timeout is for --wait",
            ),
            (&["--wait"], "--wait needs a value"),
            (&["--wait", ""], "--wait: a URL or a data folder is needed"),
            (
                &["--wait", "https://x"],
                "--wait: `https://x` is not an http address",
            ),
            (
                &["--wait", "x", "--timeout", "90000"],
                "--timeout must be at most 86400",
            ),
            (&["--wait", "x", "--data", "x"], "--data is not for --wait"),
        ] {
            assert_eq!(run(arguments).unwrap_err(), problem);
        }
    }

    #[test]
    fn a_single_option_wins_over_the_file_and_both_over_the_preset() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sandbox.json");
        let path_text = path.to_str().unwrap();
        let config = |text: &str, more: &[&str]| {
            std::fs::write(&path, text).unwrap();
            let arguments = [more, &["--config", path_text]].concat();
            let Ok(Command::Run(config)) = run(&arguments) else {
                panic!("{arguments:?}")
            };
            config
        };
        let of_file = r#"{"data": "d", "live": true, "role": "mine", "branches-limit": "off"}"#;
        let it = config(of_file, &[]);
        assert_eq!(it.data_dir, folder.path().join("d"));
        let names = |it: &Config| (it.names.database.clone(), it.names.role.clone());
        assert_eq!(names(&it), ("neondb".into(), "mine".into()));
        assert_eq!(it.branches_limit, None);
        assert!(!it.compute_by_default);

        let it = config(of_file, &["--role=theirs", "--branches-limit", "3"]);
        assert_eq!(names(&it), ("neondb".into(), "theirs".into()));
        assert_eq!(it.branches_limit, Some(3));
        let with_computes = r#"{"data": "d", "no-default-compute": false, "live": false}"#;
        let it = config(with_computes, &["--database=shop", "--live"]);
        assert_eq!(names(&it), ("shop".into(), "neondb_owner".into()));
        assert!(it.compute_by_default);
        assert_eq!(it.operation_pace, Duration::from_secs(1));

        let it = config("{}", &["--data", "x", "--rate-limit", "off"]);
        assert_eq!(
            it.data_dir,
            PathBuf::from("x"),
            "relative to where it is run"
        );
        assert_eq!(it.rate_limits, None);
        assert!(it.compute_by_default);
    }

    #[test]
    fn waiting_has_a_target_and_a_time() {
        let Ok(Command::Wait { target, timeout }) = run(&["--wait", "http://127.0.0.1:80/api/v2"])
        else {
            panic!()
        };
        assert_eq!(target, WaitTarget::Address("127.0.0.1:80".into()));
        assert_eq!(timeout, Duration::from_secs(60));
        let Ok(Command::Wait { target, timeout }) = run(&["--timeout=0", "--wait", "bücher"])
        else {
            panic!()
        };
        assert_eq!(target, WaitTarget::Folder("bücher".into()));
        assert_eq!(timeout, Duration::ZERO);
    }
}
