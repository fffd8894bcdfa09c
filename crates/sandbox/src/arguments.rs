use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use sandbox::{ClockMode, Config, PostgresChoice};

pub const HELP: &str = "\
The platform on this machine: temporary databases over real PostgreSQL.

Usage: sandbox --data DIR [options]

  --data DIR              Folder that everything is kept in (required)
  --port PORT             Port of the HTTP service; 0 keeps the last one or chooses [0]
  --clock real|manual     A manual clock can be moved by POST /sandbox/clock [real]
  --postgres BIN_DIR      Folder that holds `postgres` and `initdb`
  --bundled DIR           Folder with `bin`, `lib` and `share` to look for PostgreSQL in
  --allow-old-postgres    Also serve from a PostgreSQL 17 before 17.11, which has known holes
  --claims-by-anyone      Also other users of this machine get the claim page (Linux)
  --database NAME         Name of the database in each project [svcdb]
  --role NAME             Name of its owner [svcdb_owner]
  --organization NAME     Organization that is there from the start [Personal]
  --auth-provider NAME    Identifier of the auth provider [provider_one]
  --auth-schema NAME      Schema of synchronised users [svc_auth]
  --idle-after SECONDS    When a server without connections goes to sleep [300]
  --max-running COUNT     How many servers run at once [12]
  --max-unclaimed COUNT   How many temporary databases may be unclaimed at once [50]
  --max-disk SIZE         What it may take of the disk, such as 20GB [half of what is free]
  --seed-projects COUNT   Fill in so many projects, without a server for any [0]
  --no-servers            Start no PostgreSQL at all
  -h, --help              Show this

When ready it prints one line of JSON: base_url, instant_url, key, admin_key, ca_file.
SIGTERM or SIGINT ends it and every server it started.
";

#[derive(Debug)]
pub enum Command {
    Help,
    Run(Box<Config>),
}

pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let mut config = Config::new(PathBuf::new());
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        let argument = text("an option", argument)?;
        let (name, given) = match argument.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(OsString::from(value))),
            None => (argument, None),
        };
        match name.as_str() {
            "-h" | "--help" => return Ok(Command::Help),
            "--no-servers" | "--allow-old-postgres" | "--claims-by-anyone" if given.is_some() => {
                return Err(format!("{name} takes no value"));
            }
            "--no-servers" => config.servers = false,
            "--allow-old-postgres" => config.allow_old_postgres = true,
            "--claims-by-anyone" => config.claims_by_anyone = true,
            _ => {
                let mut value = || {
                    given
                        .clone()
                        .or_else(|| arguments.next())
                        .ok_or_else(|| format!("{name} needs a value"))
                };
                set(&mut config, &name, &mut value)?;
            }
        }
    }
    if config.data_dir.as_os_str().is_empty() {
        return Err("--data is needed".into());
    }
    Ok(Command::Run(Box::new(config)))
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
                return Err("--max-running is at least 1".into());
            }
        }
        "--max-unclaimed" => config.max_unclaimed = number(name, value()?)?,
        "--max-disk" => config.max_disk = Some(size(name, value()?)?),
        "--seed-projects" => config.seed_projects = number(name, value()?)?,
        _ => return Err(format!("{name} is not an option")),
    }
    Ok(())
}

fn clock(word: &str) -> Result<ClockMode, String> {
    match word {
        "real" => Ok(ClockMode::Real),
        "manual" => Ok(ClockMode::Manual),
        _ => Err(format!("--clock is `real` or `manual`, not `{word}`")),
    }
}

fn number<T: FromStr>(name: &str, value: OsString) -> Result<T, String> {
    let value = text(name, value)?;
    value
        .parse()
        .map_err(|_| format!("{name} takes a number, not `{value}`"))
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
    bytes.ok_or_else(|| format!("{name} takes a size such as 20GB, not `{value}`"))
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
        let asked = run(&[
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
        ]);
        let Ok(Command::Run(config)) = asked else {
            panic!("{asked:?}")
        };
        assert_eq!(
            (config.port, config.clock, config.servers),
            (0, ClockMode::Manual, false)
        );
        assert_eq!(config.data_dir, PathBuf::from("/tmp/x"));
        assert!(config.allow_old_postgres && config.claims_by_anyone);
        assert_eq!((config.seed_projects, config.max_unclaimed), (10_000, 3));
        assert_eq!(config.max_disk, Some(2_000_000_000));
    }

    #[test]
    fn wrong_options_are_told() {
        for (arguments, problem) in [
            (&["--port", "0"][..], "--data is needed"),
            (&["--data"], "--data needs a value"),
            (
                &["--data", "x", "--port", "70000"],
                "--port takes a number, not `70000`",
            ),
            (
                &["--data", "x", "--clock", "fast"],
                "--clock is `real` or `manual`, not `fast`",
            ),
            (
                &["--data", "x", "--max-disk", "much"],
                "--max-disk takes a size such as 20GB, not `much`",
            ),
            (&["--data", "x", "--colour"], "--colour is not an option"),
            (
                &["--data", "x", "--max-running", "0"],
                "--max-running is at least 1",
            ),
        ] {
            assert_eq!(run(arguments).unwrap_err(), problem);
        }
    }
}
