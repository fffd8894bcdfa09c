//! The command line: a table of commands, their options and their help.

use std::ffi::OsString;
use std::fmt::Write as _;

use lexopt::Parser;
use lexopt::prelude::*;

use crate::error::{Context, Error, Result};

#[derive(Debug)]
pub struct Opt {
    pub name: &'static str,
    /// What stands for the value in the help; `None` is a plain switch.
    pub value: Option<&'static str>,
    pub about: &'static str,
}

#[derive(Debug)]
pub struct Command {
    pub name: &'static str,
    pub about: &'static str,
    pub options: &'static [Opt],
    /// What `-- …` is passed on to, where it is.
    pub rest: Option<&'static str>,
    pub run: fn(&Args) -> Result<bool>,
}

#[derive(Debug, Default)]
pub struct Args {
    given: Vec<(&'static str, String)>,
    pub rest: Vec<String>,
}

impl Args {
    pub fn has(&self, name: &str) -> bool {
        self.given.iter().any(|(n, _)| *n == name)
    }

    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.given
            .iter()
            .filter(move |(n, _)| *n == name)
            .map(|(_, v)| v.as_str())
    }

    pub fn value<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.values(name).last()
    }
}

#[derive(Debug)]
pub enum Parsed {
    Run(&'static Command, Args),
    Help(Option<&'static Command>),
}

pub fn parse(commands: &'static [Command], raw: &[String]) -> Result<Parsed> {
    let Some((first, raw)) = raw.split_first() else {
        return Ok(Parsed::Help(None));
    };
    if ["--help", "-h", "help"].contains(&first.as_str()) {
        return Ok(Parsed::Help(None));
    }
    let command = commands
        .iter()
        .find(|c| c.name == first)
        .ok_or_else(|| Error::new(format!("unknown command `{first}`")))?;

    let mut args = Args::default();
    let mut parser = Parser::from_args(raw);
    loop {
        // The parser takes `--` silently.
        if let Some(mut words) = parser.try_raw_args()
            && words.next_if(|word| word == "--").is_some()
        {
            if command.rest.is_none() {
                return Err(Error::new(format!(
                    "`{first}` takes no arguments after `--`"
                )));
            }
            args.rest = words.map(text).collect::<Result<_>>()?;
            break;
        }
        let name = match parser.next().context("the options")? {
            None => break,
            Some(Short('h') | Long("help")) => return Ok(Parsed::Help(Some(command))),
            Some(Short(name)) => format!("-{name}"),
            Some(Long(name)) => format!("--{name}"),
            Some(Value(word)) => text(word)?,
        };
        let option = command
            .options
            .iter()
            .find(|o| o.name == name)
            .ok_or_else(|| Error::new(format!("unknown option `{name}` of `{first}`")))?;
        let value = match option.value {
            Some(what) => {
                let value = parser.value();
                text(value.map_err(|_| Error::new(format!("`{name}` needs a value: {what}")))?)?
            }
            None if parser.optional_value().is_some() => {
                return Err(Error::new(format!("`{name}` takes no value")));
            }
            None => String::new(),
        };
        args.given.push((option.name, value));
    }
    Ok(Parsed::Run(command, args))
}

fn text(word: OsString) -> Result<String> {
    word.string().context("the options")
}

pub fn help(commands: &[Command], of: Option<&Command>) -> String {
    let mut out = String::new();
    if let Some(command) = of {
        let rest = command.rest.map(|_| " [-- ARGS]").unwrap_or_default();
        let options = if command.options.is_empty() {
            ""
        } else {
            " [OPTIONS]"
        };
        let _ = writeln!(
            out,
            "{}\n\nUsage: cargo xtask {}{options}{rest}",
            command.about, command.name
        );
        if !command.options.is_empty() {
            out.push_str("\nOptions:\n");
            for option in command.options {
                let left = match option.value {
                    Some(value) => format!("{} {value}", option.name),
                    None => option.name.to_owned(),
                };
                let _ = writeln!(out, "  {left:<18} {}", option.about);
            }
        }
        if let Some(rest) = command.rest {
            let _ = writeln!(out, "\nArguments after `--` go to {rest}.");
        }
    } else {
        out.push_str(
            "Build, run and check Plinth.\n\nUsage: cargo xtask COMMAND [OPTIONS]\n\nCommands:\n",
        );
        for command in commands {
            let _ = writeln!(out, "  {:<12} {}", command.name, command.about);
        }
        out.push_str("\nSee `cargo xtask COMMAND --help` for options.\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    static COMMANDS: &[Command] = &[
        Command {
            name: "run",
            about: "Opens the window",
            options: &[Opt {
                name: "--dev",
                value: None,
                about: "hot reload",
            }],
            rest: Some("the app"),
            run: |_| Ok(true),
        },
        Command {
            name: "test",
            about: "Tests",
            options: &[Opt {
                name: "--only",
                value: Some("PART"),
                about: "one part",
            }],
            rest: None,
            run: |_| Ok(true),
        },
    ];

    fn parse_words(words: &[&str]) -> Result<Parsed> {
        let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
        parse(COMMANDS, &words)
    }

    #[test]
    fn options_values_and_the_rest_are_distinguished() {
        let Ok(Parsed::Run(command, args)) = parse_words(&["run", "--dev", "--", "--dev", "x"])
        else {
            panic!("not understood");
        };
        assert_eq!(command.name, "run");
        assert!(args.has("--dev"));
        assert_eq!(args.rest, ["--dev", "x"]);

        let Ok(Parsed::Run(_, args)) = parse_words(&["test", "--only", "a", "--only=b"]) else {
            panic!("not understood");
        };
        assert_eq!(args.values("--only").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(args.value("--only"), Some("b"));
    }

    #[test]
    fn what_is_not_known_is_refused_by_name() {
        for (words, message) in [
            (&["fly"][..], "unknown command `fly`"),
            (&["run", "--fast"], "unknown option `--fast` of `run`"),
            (&["run", "--dev=1"], "`--dev` takes no value"),
            (&["test", "--only"], "`--only` needs a value: PART"),
            (&["test", "--", "x"], "`test` takes no arguments after `--`"),
        ] {
            let error = parse_words(words).expect_err("should be refused");
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn help_names_every_command_and_option() {
        let all = help(COMMANDS, None);
        assert!(COMMANDS.iter().all(|c| all.contains(c.name)), "{all}");
        let one = help(COMMANDS, Some(&COMMANDS[1]));
        assert!(
            one.contains("--only PART") && one.contains("Usage: cargo xtask test"),
            "{one}"
        );
        assert!(
            matches!(parse_words(&["test", "-h"]), Ok(Parsed::Help(Some(c))) if c.name == "test")
        );
    }
}
