//! The tree of commands: the program, its nouns and their verbs.

use clap::Command;

/// Changes the command and all below it. `change` also gets the noun that a command belongs to: empty for the program itself.
pub fn each(command: Command, change: &impl Fn(Command, &str) -> Command) -> Command {
    below(command, "", change)
}

fn below(command: Command, noun: &str, change: &impl Fn(Command, &str) -> Command) -> Command {
    change(command, noun).mut_subcommands(|command| {
        let noun = match noun {
            "" => command.get_name().to_owned(),
            noun => noun.to_owned(),
        };
        below(command, &noun, change)
    })
}
