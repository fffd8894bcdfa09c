//! Sets variables in an env file: shows the change, writes it, and says where values are in the way.
//!
//! `cargo run -p envfile --example set -- [--replace] [--dry-run] FILE NAME=VALUE…`

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use envfile::{Block, ExposeSecret, Line, LineKind, Plan, SecretString, Writer, read};

const WRITER: Writer = Writer::new("set-example");

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: impl Iterator<Item = String>) -> Result<ExitCode, Box<dyn Error>> {
    let (options, words): (Vec<_>, Vec<_>) = arguments.partition(|word| word.starts_with("--"));
    let [path, values @ ..] = &words[..] else {
        return Err("Usage: set [--replace] [--dry-run] FILE NAME=VALUE…".into());
    };
    let has = |option: &str| options.iter().any(|given| given == option);
    let block = block(values)?;
    let path = Path::new(path);

    let bytes = read(path)?;
    let bytes = bytes.as_ref().map(ExposeSecret::expose_secret);
    let replace = if has("--replace") {
        block.variables()
    } else {
        Vec::new()
    };
    let plan = Plan::new(bytes, &block, &replace)?;

    if !plan.is_writable() {
        for found in plan.conflicts() {
            eprintln!("Line {}: {} has a value", found.line, found.variable);
        }
        eprintln!("Nothing was written. Use --replace to replace them.");
        return Ok(ExitCode::FAILURE);
    }
    show(&plan);
    if !has("--dry-run") {
        let receipt = WRITER.write(path, &plan)?;
        let done = match (plan.changes_file(), receipt.created_file()) {
            (false, _) => "Nothing to change in",
            (true, true) => "Created",
            (true, false) => "Changed",
        };
        println!("{done} {}", receipt.path().display());
    }
    Ok(ExitCode::SUCCESS)
}

fn block(values: &[String]) -> Result<Block, Box<dyn Error>> {
    let mut lines = Vec::new();
    for word in values {
        let (name, value) = word.split_once('=').ok_or("A value is NAME=VALUE")?;
        lines.push(Line::variable(name, SecretString::from(value)));
    }
    Ok(Block::new(lines)?)
}

/// The change as a diff. Every value is masked.
fn show(plan: &Plan) {
    for hunk in plan.hunks() {
        for line in &hunk.lines {
            let mark = match line.kind {
                LineKind::Context => ' ',
                LineKind::Added => '+',
                LineKind::Removed => '-',
            };
            println!("{mark} {}", line.masked);
        }
    }
}
