//! Tells what an SQL file would do, and runs it where a connection string says.
//!
//! `cargo run -p pgclient --example script -- FILE [postgresql://…]`

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use pgclient::{
    CancellationToken, DatabaseUrl, Deadlines, Progress, Script, ScriptError, Target, run,
};

/// As much of a statement as is shown.
const SHOWN: usize = 70;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match &arguments[..] {
        [file] => read(file).map(|_| ()),
        [file, url] => read_and_run(file, url).await,
        _ => Err("Usage: script FILE [postgresql://…]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Lists the statements and prints whether they run as one.
fn read(file: &str) -> Result<Script, Box<dyn Error>> {
    let with_hint = |error: ScriptError| format!("{error}. {}.", error.hint());
    let script = Script::read(Path::new(file)).map_err(with_hint)?;
    for (number, statement) in script.statements().enumerate() {
        let words: Vec<&str> = statement.split_whitespace().collect();
        let line: String = words.join(" ").chars().take(SHOWN).collect();
        println!("{:>4}  {line}", number + 1);
    }
    match script.mode().note() {
        Some(note) => println!("{note}"),
        None => println!("It runs as one transaction: all or nothing."),
    }
    Ok(script)
}

async fn read_and_run(file: &str, url: &str) -> Result<(), Box<dyn Error>> {
    let url: DatabaseUrl = url.parse()?;
    let script = read(file)?;
    let target = Target {
        url: &url,
        ca_file: None,
        application_name: "script-example",
    };
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.cancel();
        }
    });

    println!("Running it on {url}");
    match run(&script, target, show, cancel, Deadlines::default()).await {
        Ok(report) => {
            let (statements, rows) = (report.statements, report.rows_copied);
            println!(
                "{statements} statements, {rows} rows copied in {:?}",
                report.duration
            );
            Ok(())
        }
        Err(error) => {
            let kept = if error.rolled_back {
                "nothing of it stayed"
            } else {
                "some of it may have stayed"
            };
            let hint = error
                .hint()
                .map_or_else(String::new, |it| format!(". {it}"));
            Err(format!("{error}: {kept}{hint}").into())
        }
    }
}

fn show(progress: Progress) {
    println!(
        "{} of {} statements, {} of {} bytes",
        progress.statements_done,
        progress.statements_total,
        progress.bytes_done,
        progress.bytes_total
    );
}
