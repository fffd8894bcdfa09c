use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use lexopt::Error::{MissingValue, UnexpectedValue};
use lexopt::Parser;
use lexopt::prelude::*;
use sandbox::{ClockMode, Config, PostgresChoice, RECORDED, Recorded};

/// What `--help` prints.
pub fn help() -> String {
    let width = RECORDED.iter().map(|it| it.field.len()).max().unwrap_or(0);
    let mut text = HELP.to_owned();
    for Recorded { field, instead } in RECORDED {
        text += &format!("  {field:width$}  {instead}\n");
    }
    text
}

const HELP: &str = "\
The platform on this machine: projects and temporary databases on real PostgreSQL servers.

Usage: sandbox --data DIR [options]

  --data DIR              Data folder (required)
  --port PORT             HTTP port; 0 reuses the last one or picks one [0]
  --clock real|manual     A manual clock moves with POST /sandbox/clock [real]
  --postgres BIN_DIR      Folder with `postgres` and `initdb`
  --bundled DIR           Bundled PostgreSQL: folder with `bin`, `lib`, `share`
  --allow-old-postgres    Allow PostgreSQL 17 before 17.11 (known vulnerabilities)
  --claims-by-anyone      Let other users of this computer claim databases (Linux)
  --database NAME         Database name in new projects [svcdb]
  --role NAME             Owner role of that database [svcdb_owner]
  --organization NAME     Name of the first organization [Personal]
  --auth-provider NAME    Identifier of the auth provider [provider_one]
  --auth-schema NAME      Schema of the synced users table [svc_auth]
  --idle-after SECONDS    Suspend servers after this long without a connection [300]
  --max-running COUNT     Maximum number of running servers [12]
  --max-unclaimed COUNT   Maximum number of unclaimed temporary databases [50]
  --max-disk SIZE         Maximum disk use, such as 20GB [half of the free space]
  --bind ADDRESS          Let other machines in at this address, such as 0.0.0.0 [127.0.0.1]
  --host-name NAME        Name or address that clients use for this machine; can be repeated
  --token-file FILE       File with a token (mode 0600) that each request must bring
  --end-with-stdin        Stop when standard input ends, as it does with the program that keeps it open
  --seed-projects COUNT   Create this many projects without servers [0]
  --no-servers            Do not start PostgreSQL
  --prepare-cluster       Run `initdb` once for all sandboxes, then exit
  -h, --help              Show this help

When ready, it prints one line of JSON with base_url, instant_url, key, admin_key and ca_file.
SIGTERM or SIGINT stops it and all its servers.

These settings of projects and computes are checked, kept and returned, but not enforced:

";

#[derive(Debug)]
pub enum Command {
    Help,
    Run(Box<Config>),
    PrepareCluster(Box<Config>),
}

pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let mut config = Config::new(PathBuf::new());
    let mut parser = Parser::from_args(arguments);
    let mut prepares = false;
    while let Some(argument) = parser.next().map_err(worded)? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("end-with-stdin") => config.end_with_stdin = true,
            Long("no-servers") => config.servers = false,
            Long("prepare-cluster") => prepares = true,
            Long("allow-old-postgres") => config.allow_old_postgres = true,
            Long("claims-by-anyone") => config.claims_by_anyone = true,
            Long(name) => {
                let name = format!("--{name}");
                let mut value = || parser.value().map_err(worded);
                set(&mut config, &name, &mut value)?;
            }
            Short(name) => return Err(format!("-{name} is not an option")),
            Value(word) => return Err(format!("{} is not an option", word.display())),
        }
    }
    if config.data_dir.as_os_str().is_empty() {
        return Err("--data is required".into());
    }
    let config = Box::new(config);
    Ok(match prepares {
        true => Command::PrepareCluster(config),
        false => Command::Run(config),
    })
}

fn worded(error: lexopt::Error) -> String {
    match error {
        MissingValue { option: Some(name) } => format!("{name} needs a value"),
        UnexpectedValue { option, .. } => format!("{option} takes no value"),
        error => error.to_string(),
    }
}

fn set(
    config: &mut Config,
    name: &str,
    value: &mut dyn FnMut() -> Result<OsString, String>,
) -> Result<(), String> {
    match name {
        "--data" => config.data_dir = value()?.into(),
        "--port" => config.port = number(name, value()?)?,
        "--clock" => config.clock = clock(&text(name, value()?)?)?,
        "--postgres" => config.postgres = PostgresChoice::BinDir(value()?.into()),
        "--bundled" => {
            config.postgres = PostgresChoice::Auto {
                bundled: vec![value()?.into()],
            };
        }
        "--database" => config.names.database = text(name, value()?)?,
        "--role" => config.names.role = text(name, value()?)?,
        "--organization" => config.names.organization = text(name, value()?)?,
        "--auth-provider" => config.names.auth_provider = text(name, value()?)?,
        "--auth-schema" => config.names.auth_schema = text(name, value()?)?,
        "--idle-after" => config.idle_after = Duration::from_secs(number(name, value()?)?),
        "--max-running" => {
            config.max_running = number(name, value()?)?;
            if config.max_running == 0 {
                return Err("--max-running must be at least 1".into());
            }
        }
        "--max-unclaimed" => config.max_unclaimed = number(name, value()?)?,
        "--max-disk" => config.max_disk = Some(size(name, value()?)?),
        "--bind" => config.bind = address(&text(name, value()?)?)?,
        "--host-name" => config.host_names.push(text(name, value()?)?),
        "--token-file" => config.token_file = Some(value()?.into()),
        "--seed-projects" => config.seed_projects = number(name, value()?)?,
        _ => return Err(format!("{name} is not an option")),
    }
    Ok(())
}

fn clock(word: &str) -> Result<ClockMode, String> {
    match word {
        "real" => Ok(ClockMode::Real),
        "manual" => Ok(ClockMode::Manual),
        _ => Err(format!("--clock must be `real` or `manual`, not `{word}`")),
    }
}

fn address(word: &str) -> Result<IpAddr, String> {
    word.parse()
        .map_err(|_| format!("--bind must be an IP address, not `{word}`"))
}

fn number<T: FromStr>(name: &str, value: OsString) -> Result<T, String> {
    let value = text(name, value)?;
    value
        .parse()
        .map_err(|_| format!("{name} must be a number, not `{value}`"))
}

/// Bytes, or a number of `MB` or `GB`.
fn size(name: &str, value: OsString) -> Result<u64, String> {
    let value = text(name, value)?;
    let (number, unit) = [("GB", 1_000_000_000), ("MB", 1_000_000)]
        .into_iter()
        .find_map(|(word, unit)| Some((value.strip_suffix(word)?, unit)))
        .unwrap_or((&value, 1));
    let bytes = number
        .trim()
        .parse()
        .ok()
        .and_then(|it: u64| it.checked_mul(unit));
    bytes.ok_or_else(|| format!("{name} must be a size such as 20GB, not `{value}`"))
}

fn text(name: &str, value: OsString) -> Result<String, String> {
    value
        .into_string()
        .map_err(|_| format!("{name} is not valid text"))
}

#[cfg(test)]
mod tests {
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
                &["--data", "x", "--bind", "example.com"],
                "--bind must be an IP address, not `example.com`",
            ),
            (&["--data", "x", "--colour"], "--colour is not an option"),
            (
                &["--data", "x", "--max-running", "0"],
                "--max-running must be at least 1",
            ),
        ] {
            assert_eq!(run(arguments).unwrap_err(), problem);
        }
    }
}
