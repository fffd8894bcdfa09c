//! Completion of a command in a shell: nouns, verbs, options, and names as they were last read. Nothing is sent.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use app::view::FoundKind;
use app::{KeptName, KeptNames};
use clap::builder::{Resettable, Str};
use clap::{Arg, Command};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use clap_complete::env::{Bash, EnvCompleter, Fish, Zsh};
use clap_complete::{CompleteEnv, Shell};
use host::Data;

use crate::arguments::Arguments;
use crate::context_file::ContextFile;
use crate::key;
use crate::print;
use crate::tree;

/// The shell's script sets it for the one call that asks for candidates.
const VARIABLE: &str = "PLINTH_COMPLETE";
const PROGRAM: &str = "plinth";
/// At most so many names are offered.
const MOST: usize = 200;

/// A kind of thing that an argument names.
#[derive(Clone, Copy)]
enum Named {
    Account,
    Temporary,
    OfAccount(FoundKind),
    OfProject(FoundKind),
}

/// Answers the script of a shell; `None` where a command is to run.
pub fn answered() -> Option<ExitCode> {
    let here = std::env::current_dir().ok();
    let completed = CompleteEnv::with_factory(|| with_names(Arguments::whole()))
        .var(VARIABLE)
        .bin(PROGRAM)
        .completer(PROGRAM)
        .try_complete(std::env::args_os(), here.as_deref());
    match completed {
        Ok(false) => None,
        Ok(true) => Some(ExitCode::SUCCESS),
        Err(error) => {
            print::note(&error.to_string());
            Some(ExitCode::FAILURE)
        }
    }
}

/// The script that a shell reads. The scripts for PowerShell and Elvish complete no names: that for PowerShell would run what
/// has been typed so far, such as a command in `$(…)`.
pub fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    let asking: &dyn EnvCompleter = match shell {
        Shell::Bash => &Bash,
        Shell::Fish => &Fish,
        Shell::Zsh => &Zsh,
        _ => {
            clap_complete::generate(shell, &mut Arguments::whole(), PROGRAM, &mut script);
            return script;
        }
    };
    // Memory takes everything.
    asking
        .write_registration(VARIABLE, PROGRAM, PROGRAM, PROGRAM, &mut script)
        .ok();
    script
}

/// The command with a completion of each argument that names something.
fn with_names(command: Command) -> Command {
    tree::each(command, &|command, noun| {
        let verb = command.get_name().to_owned();
        without_shown_aliases(command).mut_args(|arg| match named(noun, &verb, &arg) {
            Some(named) => arg.add(ArgValueCompleter::new(move |typed: &OsStr| {
                candidates(named, typed).unwrap_or_default()
            })),
            None => arg,
        })
    })
}

/// A command whose aliases still work and are not offered, so that one word begins like it. The names live as long as the program,
/// which ends with the answer.
fn without_shown_aliases(command: Command) -> Command {
    let shown = command.get_visible_aliases();
    let aliases: Vec<&'static str> = shown.map(|it| &*it.to_owned().leak()).collect();
    command
        .visible_alias(Resettable::<Str>::Reset)
        .aliases(aliases)
}

fn named(noun: &str, verb: &str, arg: &Arg) -> Option<Named> {
    let is_new = verb == "create" || (noun == "temp" && verb == "copy");
    Some(match (noun, arg.get_id().as_str()) {
        (_, "account") => Named::Account,
        ("temp", "id") | (_, "temp") => Named::Temporary,
        (_, "project_id") => Named::OfAccount(FoundKind::Project),
        // A deleted project's name is not known any more.
        ("projects", "id") if verb != "recover" => Named::OfAccount(FoundKind::Project),
        ("keys", "id") if verb == "revoke" => Named::OfAccount(FoundKind::Key),
        ("branches", "from") | (_, "branch" | "parent" | "base") => {
            Named::OfProject(FoundKind::Branch)
        }
        ("connect", "named") => Named::OfProject(FoundKind::Branch),
        ("computes", "id") | (_, "compute") => Named::OfProject(FoundKind::Compute),
        (_, "database") | ("databases", "name") if !is_new => Named::OfProject(FoundKind::Database),
        _ => return None,
    })
}

/// The names that begin as typed; `None` where none are known.
fn candidates(named: Named, typed: &OsStr) -> Option<Vec<CompletionCandidate>> {
    let typed = typed.to_str()?;
    let kept = KeptNames::read(&Data::of_this_user()?.dir).ok()?;
    let found = match named {
        Named::Account => kept.accounts(),
        Named::Temporary => kept.temporary(),
        Named::OfAccount(kind) => kept.of_account(kind, kept.account(account().as_deref())?, None),
        Named::OfProject(kind) => {
            let account = kept.account(account().as_deref())?;
            let project = option("--project-id").or_else(project_of_context);
            kept.of_account(kind, account, project.as_deref())
        }
    };
    let is_key = matches!(named, Named::OfAccount(FoundKind::Key));
    Some(fitting(&found, typed, is_key))
}

/// One candidate for each thing: its name where the shell takes it as one word and no other thing has it, else its id.
fn fitting(found: &[KeptName], typed: &str, only_ids: bool) -> Vec<CompletionCandidate> {
    let is_alone = |name: &str| found.iter().filter(|one| one.name == name).count() == 1;
    let candidates = found.iter().filter_map(|one| {
        let by_name = !only_ids && is_one_word(&one.name) && one.name.starts_with(typed);
        let (value, help) = if by_name && is_alone(&one.name) {
            (&one.name, &one.id)
        } else {
            (&one.id, &one.name)
        };
        let fits = value.starts_with(typed) && is_one_word(value);
        let help = (help != value).then(|| app::text::one_line(help).into());
        fits.then(|| CompletionCandidate::new(value).help(help))
    });
    candidates.take(MOST).collect()
}

/// Returns true if every shell takes the text as it is: a script inserts it without quotes.
fn is_one_word(text: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '@');
    text.starts_with(char::is_alphanumeric) && text.chars().all(is_plain)
}

/// The account that the command names. With a key of the environment it is none of the list, and its names are unknown.
fn account() -> Option<String> {
    let typed = option("--account");
    if typed.is_none() && std::env::var_os(key::VARIABLE).is_some() {
        return Some(String::new());
    }
    typed.or_else(|| std::env::var("PLINTH_ACCOUNT").ok())
}

fn project_of_context() -> Option<String> {
    let named = option("--context-file").map(std::path::PathBuf::from);
    ContextFile::read(named.as_deref(), false).ok()?.project()
}

/// The value of an option among the words that were typed.
fn option(name: &str) -> Option<String> {
    value_of(name, std::env::args_os().skip(1))
}

fn value_of(name: &str, words: impl Iterator<Item = OsString>) -> Option<String> {
    let words: Vec<String> = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let apart = words.iter().position(|word| word == name);
    let apart = apart.and_then(|at| words.get(at + 1)).cloned();
    let joined = || {
        let mut rests = words.iter().filter_map(|word| word.strip_prefix(name));
        rests.find_map(|rest| rest.strip_prefix('=').map(str::to_owned))
    };
    apart.or_else(joined).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(found: &[(&str, &str)], typed: &str) -> Vec<String> {
        let found: Vec<_> = found
            .iter()
            .map(|&(name, id)| KeptName {
                name: name.to_owned(),
                id: id.to_owned(),
            })
            .collect();
        let candidates = fitting(&found, typed, false);
        candidates
            .iter()
            .map(|it| it.get_value().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn name_is_offered_where_it_is_one_word_of_one_thing() {
        let found = [
            ("main", "br-1"),
            ("dev", "br-2"),
            ("dev", "br-3"),
            ("my work", "br-4"),
            ("$(touch x)", "br-5"),
            ("-y", "br-6"),
        ];
        assert_eq!(values(&found, "ma"), ["main"]);
        assert_eq!(values(&found, "dev"), [""; 0], "it names two");
        let all = ["main", "br-2", "br-3", "br-4", "br-5", "br-6"];
        assert_eq!(values(&found, ""), all);
        assert_eq!(values(&found, "br-1"), ["br-1"]);
        assert_eq!(values(&found, "x"), [""; 0]);
    }

    #[test]
    fn option_is_read_in_both_forms() {
        let read = |words: &str| {
            let words = words.split(' ').map(OsString::from);
            value_of("--project-id", words)
        };
        assert_eq!(
            read("plinth branches --project-id shop").as_deref(),
            Some("shop")
        );
        assert_eq!(
            read("plinth --project-id=shop branches").as_deref(),
            Some("shop")
        );
        assert_eq!(read("plinth branches --project-id"), None);
        assert_eq!(read("plinth branches --project-id="), None);
    }
}
