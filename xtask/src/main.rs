//! The one entry to the project: `cargo xtask run | test | check | …`.

mod architecture;
mod args;
mod bench;
mod child_guard;
mod command;
mod error;
mod lines;
mod program;
mod project;
mod scratch;
mod session;
mod setup;
mod steps;
mod systems;
mod tally;
mod text;

use std::env;
use std::process::ExitCode;

use args::Parsed;
use command::COMMANDS;

fn main() -> ExitCode {
    let raw: Vec<String> = env::args().skip(1).collect();
    let (command, args) = match args::parse(COMMANDS, &raw) {
        Ok(Parsed::Run(command, args)) => (command, args),
        Ok(Parsed::Help(of)) => {
            print!("{}", args::help(COMMANDS, of));
            return if raw.is_empty() {
                ExitCode::from(2)
            } else {
                ExitCode::SUCCESS
            };
        }
        Err(error) => {
            eprintln!("{error}\n  → cargo xtask --help");
            return ExitCode::from(2);
        }
    };
    match (command.run)(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("✗ {error}");
            ExitCode::from(if error.is_usage() { 2 } else { 1 })
        }
    }
}
