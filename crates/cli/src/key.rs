//! The key that is for one command, and what contradicts it. Nothing that was named is ignored: a command without that key
//! would act on the account that the window shows.

use std::env::var_os;

use crate::failure::{Done, Failure};
use crate::options::Options;
use crate::print;

/// The variable of the environment with a key for one command.
pub const VARIABLE: &str = "PLINTH_API_KEY";

/// Returns the key of the options or the environment; `None` where an account of the list is meant.
pub fn given(options: &Options) -> Done<Option<String>> {
    let variable = of_environment()?;
    let key = match (&options.api_key, variable) {
        (Some(_), _) if options.is_account_typed => {
            return Err(contradictory("--api-key", "--account"));
        }
        (Some(key), _) => {
            print::note(
                "Warning: a key among the arguments is visible to others on this machine and stays in the shell's \
                 history. Use PLINTH_API_KEY or an account.",
            );
            Some(key.clone())
        }
        (None, Some(_)) if options.is_account_typed => {
            print::note("Using --account, and not the key of PLINTH_API_KEY.");
            return match options.is_address_typed {
                true => Err(without_key()),
                false => Ok(None),
            };
        }
        (None, Some(_)) if options.account.is_some() => {
            return Err(contradictory(VARIABLE, "PLINTH_ACCOUNT"));
        }
        (None, key) => key,
    };
    match key {
        None if has_address(options) => Err(without_key()),
        key => Ok(key),
    }
}

/// Refuses a key or an address that was typed for a command that is about this computer alone.
pub fn must_not_be_typed(options: &Options) -> Done {
    match options.api_key.is_some() || options.is_address_typed {
        true => Err(Failure::usage(
            "This command is about this machine, and takes no key and no address of a platform",
            "Leave out --api-key, --api-url and --ca-file.",
        )),
        false => Ok(()),
    }
}

/// Refuses an account or a context file that was typed for a command that acts on neither.
pub fn account_must_not_be_typed(options: &Options) -> Done {
    match options.is_account_typed || options.context_file.is_some() {
        true => Err(Failure::usage(
            "This command takes no account and no context file",
            "Leave out --account and --context-file.",
        )),
        false => Ok(()),
    }
}

/// Refuses to choose an account of the list where the environment has a key or an address: its account may be meant.
pub fn must_not_be_meant(options: &Options) -> Done {
    if options.is_account_typed || (var_os(VARIABLE).is_none() && !has_address(options)) {
        return Ok(());
    }
    Err(Failure::usage(
        "PLINTH_API_KEY, PLINTH_API_URL or PLINTH_CA_FILE is set, but this command needs an account of the list",
        "Name one with --account: `plinth accounts list` shows them.",
    ))
}

/// Returns the key of the environment. A variable that is set and has no key is refused.
pub fn of_environment() -> Done<Option<String>> {
    let Some(key) = var_os(VARIABLE) else {
        return Ok(None);
    };
    match key.into_string() {
        Ok(key) if !key.trim().is_empty() => Ok(Some(key)),
        _ => Err(Failure::usage(
            format!("{VARIABLE} is set, but has no key"),
            "Set it to a key. To use an account of the list, unset it.",
        )),
    }
}

fn has_address(options: &Options) -> bool {
    options.api_url.is_some() || options.ca_file.is_some()
}

fn without_key() -> Failure {
    Failure::usage(
        "An address or a certificate authority was named, but no key for it",
        "Set PLINTH_API_KEY to its key. To use an account of the list, leave out --api-url and --ca-file, and unset \
         PLINTH_API_URL and PLINTH_CA_FILE.",
    )
}

/// Refuses a second address of a new account's platform.
pub fn addresses_must_be_one(options: &Options, base_url: Option<&str>) -> Done {
    let is_second = options.is_api_url_typed && base_url.is_some();
    match is_second && base_url != options.api_url.as_deref() {
        true => Err(Failure::usage(
            "--base-url and --api-url name two platforms",
            "Leave out one of them.",
        )),
        false => Ok(()),
    }
}

fn contradictory(one: &str, other: &str) -> Failure {
    Failure::usage(
        format!("{one} and {other} name two accounts"),
        "Leave out one of them.",
    )
}
