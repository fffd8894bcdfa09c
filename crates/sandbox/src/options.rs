//! A sandbox's options, each set by its name: on the command line or in a config file.

use std::ffi::OsString;
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use sandbox::{ClockMode, Config, PostgresChoice, RateLimits};

const LONGEST_PACE: u64 = 10 * 60 * 1000;
const MOST_SEEDED: u64 = 1_000_000;

/// Whether there is such an option without a value; it is set then.
pub fn set_flag(config: &mut Config, name: &str, on: bool) -> bool {
    match name {
        "no-servers" => config.servers = !on,
        "allow-old-postgres" => config.allow_old_postgres = on,
        "claims-by-anyone" => config.claims_by_anyone = on,
        "end-with-stdin" => config.end_with_stdin = on,
        "purge-deleted-when-full" => config.purge_deleted_when_full = on,
        "no-default-compute" => config.compute_by_default = !on,
        _ => return false,
    }
    true
}

/// Sets an option that has a value.
pub fn set(
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
        "--organization" => config.names.organization = visible(name, value()?)?,
        "--auth-provider" => config.names.auth_provider = text(name, value()?)?,
        "--auth-schema" => config.names.auth_schema = text(name, value()?)?,
        "--region" => config.names.region = text(name, value()?)?,
        "--rate-limit" => {
            config.rate_limits = number_or_off(name, value()?)?.map(RateLimits::of_a_minute);
        }
        "--branches-limit" => {
            let most = number_or_off(name, value()?)?;
            config.branches_limit = most.map(|most| usize::try_from(most).unwrap_or(usize::MAX));
        }
        "--operation-pace" => {
            let pace = within(name, value()?, LONGEST_PACE)?;
            config.operation_pace = Duration::from_millis(pace);
        }
        "--idle-after" => config.idle_after = seconds(name, value()?, u64::from(u32::MAX))?,
        "--max-running" => {
            config.max_running = Some(number(name, value()?)?);
            if config.max_running == Some(0) {
                return Err("--max-running must be at least 1".into());
            }
        }
        "--max-unclaimed" => config.max_unclaimed = number(name, value()?)?,
        "--max-disk" => config.max_disk = Some(size(name, value()?)?),
        "--max-history" => config.history.most_bytes = size(name, value()?)?,
        "--bind" => config.bind = address(&text(name, value()?)?)?,
        "--host-name" => config.host_names.push(text(name, value()?)?),
        "--token-file" => config.token_file = Some(value()?.into()),
        "--seed-projects" => {
            let count = within(name, value()?, MOST_SEEDED)?;
            config.seed_projects = usize::try_from(count).unwrap_or(usize::MAX);
        }
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
        .map_err(|_| format!("{name} must be a number, not `{}`", value.escape_debug()))
}

fn within(name: &str, value: OsString, most: u64) -> Result<u64, String> {
    let number = number(name, value)?;
    match number <= most {
        true => Ok(number),
        false => Err(format!("{name} must be at most {most}")),
    }
}

pub fn seconds(name: &str, value: OsString, most: u64) -> Result<Duration, String> {
    within(name, value, most).map(Duration::from_secs)
}

/// None for `off`.
fn number_or_off(name: &str, value: OsString) -> Result<Option<u32>, String> {
    let value = text(name, value)?;
    let number = value.parse().ok().filter(|number| *number > 0);
    match number {
        None if value == "off" => Ok(None),
        None => Err(format!(
            "{name} must be `off` or a number from 1 on, not `{}`",
            value.escape_debug()
        )),
        number => Ok(number),
    }
}

fn visible(name: &str, value: OsString) -> Result<String, String> {
    let value = text(name, value)?;
    match value.trim().is_empty() || value.chars().any(char::is_control) {
        true => Err(format!("{name} must be text that can be seen")),
        false => Ok(value),
    }
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
        .and_then(|it: u64| it.checked_mul(unit))
        .filter(|bytes| *bytes > 0);
    bytes.ok_or_else(|| {
        format!(
            "{name} must be a size such as 20GB, not `{}`",
            value.escape_debug()
        )
    })
}

fn text(name: &str, value: OsString) -> Result<String, String> {
    value
        .into_string()
        .map_err(|_| format!("{name} is not valid text"))
}
