//! Refuses a value that is empty where the target of a command is named. A default would take its place, and the command
//! would act on something else than was meant, such as where a variable of a script is unset.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use crate::failure::{Done, Failure};

/// Options that name what a command acts on.
const TARGETS: [&str; 38] = [
    "account",
    "api_key",
    "api_url",
    "base",
    "base_url",
    "branch",
    "ca_file",
    "compute",
    "context_file",
    "database",
    "env",
    "env_file",
    "file",
    "folder",
    "from",
    "host",
    "instant_url",
    "into",
    "new_project",
    "old_key_id",
    "org_id",
    "out",
    "owner",
    "parent",
    "preserve_as",
    "project_id",
    "provider",
    "region_id",
    "replace",
    "role",
    "save_as",
    "seed",
    "service",
    "target",
    "temp",
    "to",
    "url",
    "variable",
];

/// Arguments that are passed on to another program.
const PASSED_ON: [&str; 2] = ["command", "more"];

/// Checks what was typed. A variable of the environment is checked only if `reads_variables`: nothing else does.
pub fn must_not_be_empty(command: &Command, matches: &ArgMatches, reads_variables: bool) -> Done {
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        let is_target = match arg.is_positional() {
            true => !PASSED_ON.contains(&id),
            false => TARGETS.contains(&id),
        };
        let is_of_environment = || matches.value_source(id) == Some(ValueSource::EnvVariable);
        if is_target && is_empty(matches, id) && (reads_variables || !is_of_environment()) {
            return Err(empty(arg, is_of_environment()));
        }
    }
    let below = matches
        .subcommand()
        .and_then(|(name, matches)| Some((command.find_subcommand(name)?, matches)));
    match below {
        Some((command, matches)) => must_not_be_empty(command, matches, reads_variables),
        None => Ok(()),
    }
}

/// The refusal of a variable of the environment that is set and empty.
pub fn set_to_nothing(variable: &str) -> Failure {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;

    /// Options whose value names nothing that a command acts on.
    const OTHERS: [&str; 55] = [
        "allowed",
        "answer_within",
        "at",
        "auto_sign_in",
        "base_at",
        "block_public_connections",
        "block_vpc_connections",
        "client_id",
        "color",
        "command",
        "creator_role",
        "cu",
        "day",
        "disable_sign_up",
        "disabled",
        "enabled",
        "events",
        "every",
        "expires_at",
        "expires_in",
        "form",
        "hipaa",
        "hour",
        "idle",
        "keep",
        "limit",
        "mail_invitations",
        "mail_on_sign_in",
        "mail_on_sign_up",
        "members",
        "microsoft_tenant_id",
        "month",
        "name",
        "new_name",
        "organizations",
        "output",
        "port",
        "production",
        "protected",
        "public_prefix",
        "read_only",
        "reference",
        "referrer",
        "require_verification",
        "search",
        "sender_email",
        "sender_name",
        "set",
        "suspend_after",
        "text",
        "timeout",
        "times",
        "username",
        "verification",
        "write_without_asking",
    ];

    /// The options of a command and of all below it that take a text.
    fn with_value(command: &Command, found: &mut Vec<String>) {
        let options = command.get_arguments().filter(|arg| !arg.is_positional());
        let options = options.filter(|arg| arg.get_action().takes_values());
        found.extend(options.map(|arg| arg.get_id().to_string()));
        for below in command.get_subcommands() {
            with_value(below, found);
        }
    }

    #[test]
    fn each_option_with_a_value_is_known_as_a_target_or_not() {
        let mut found = Vec::new();
        with_value(&Arguments::whole(), &mut found);
        found.sort();
        found.dedup();
        let is_unknown = |id: &&String| !TARGETS.contains(&&***id) && !OTHERS.contains(&&***id);
        let unknown: Vec<_> = found.iter().filter(is_unknown).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        let is_gone = |id: &&&str| !found.iter().any(|it| it == **id);
        let gone: Vec<_> = TARGETS.iter().chain(&OTHERS).filter(is_gone).collect();
        assert!(gone.is_empty(), "{gone:?}");
    }
}
