//! Refuses a value that is empty where the target of a command is named. A default would take its place, and the command
//! would act on something else than was meant, such as where a variable of a script is unset.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use crate::failure::{Done, Failure};

/// Options that name what a command acts on.
const TARGETS: [&str; 24] = [
    "account",
    "api_key",
    "api_url",
    "base_url",
    "branch",
    "ca_file",
    "compute",
    "context_file",
    "database",
    "env_file",
    "file",
    "folder",
    "from",
    "instant_url",
    "into",
    "org_id",
    "owner",
    "parent",
    "project_id",
    "role",
    "service",
    "target",
    "temp",
    "to",
];

/// Arguments that are passed on to another program.
const PASSED_ON: [&str; 2] = ["command", "more"];

/// Checks what was typed. A variable of the environment is checked only if `is_of_account`: nothing else reads it.
pub fn must_not_be_empty(command: &Command, matches: &ArgMatches, is_of_account: bool) -> Done {
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        let is_target = match arg.is_positional() {
            true => !PASSED_ON.contains(&id),
            false => TARGETS.contains(&id),
        };
        let is_of_environment = || matches.value_source(id) == Some(ValueSource::EnvVariable);
        if is_target && is_empty(matches, id) && (is_of_account || !is_of_environment()) {
            return Err(empty(arg, is_of_environment()));
        }
    }
    let below = matches
        .subcommand()
        .and_then(|(name, matches)| Some((command.find_subcommand(name)?, matches)));
    match below {
        Some((command, matches)) => must_not_be_empty(command, matches, is_of_account),
        None => Ok(()),
    }
}

/// Refuses a variable of the environment that is set and empty: the folder that it names is another than the usual one.
pub fn must_not_be_set_to_nothing(variable: &str) -> Done {
    match std::env::var_os(variable) {
        Some(value) if value.is_empty() => Err(set_to_nothing(variable)),
        _ => Ok(()),
    }
}

fn set_to_nothing(variable: &str) -> Failure {
    Failure::usage(
        format!("{variable} is set, and is empty"),
        "Give it a value, or unset it.",
    )
}

fn is_empty(matches: &ArgMatches, id: &str) -> bool {
    let values = matches.try_get_raw(id).ok().flatten();
    values
        .into_iter()
        .flatten()
        .any(|value| value.to_string_lossy().trim().is_empty())
}

fn empty(arg: &Arg, is_of_environment: bool) -> Failure {
    let variable = arg.get_env().filter(|_| is_of_environment);
    match (variable, arg.get_long()) {
        (Some(variable), _) => set_to_nothing(&variable.to_string_lossy()),
        (None, Some(long)) => Failure::usage(
            format!("--{long} is empty"),
            "Give it a value, or leave it out.",
        ),
        (None, None) => Failure::usage(
            format!("{arg} is empty"),
            "Name what this command is about.",
        ),
    }
}
