//! The sandbox as a program: one JSON line on standard output when it is ready, logs on standard
//! error, ends on SIGTERM or SIGINT.

mod arguments;
mod config_file;
mod help;
mod options;

use std::process::ExitCode;

use arguments::{Command, parse};
use sandbox::{ReadyFile, Sandbox, Signals, StartError};
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    if sandbox::ran_as_guardian() {
        return ExitCode::SUCCESS;
    }
    run()
}

#[tokio::main]
async fn run() -> ExitCode {
    let config = match parse(std::env::args_os().skip(1)) {
        Ok(Command::Help) => {
            print!("{}", help::help());
            return ExitCode::SUCCESS;
        }
        Ok(Command::Wait { target, timeout }) => {
            return match sandbox::wait(&target, timeout).await {
                Ok(line) => {
                    println!("{line}");
                    ExitCode::SUCCESS
                }
                Err(problem) => {
                    eprintln!("plinth-sandbox: {problem}");
                    ExitCode::FAILURE
                }
            };
        }
        Ok(Command::Run(config)) => *config,
        Ok(Command::PrepareCluster(config)) => {
            log_to_stderr();
            return match sandbox::prepare_cluster(&config).await {
                Ok(prepared) => {
                    println!("{}", prepared.display());
                    ExitCode::SUCCESS
                }
                Err(error) => failed(&error),
            };
        }
        Err(problem) => {
            eprintln!("plinth-sandbox: {problem}\nTry `plinth-sandbox --help`.");
            return ExitCode::from(2);
        }
    };
    log_to_stderr();
    log_panics_without_their_text();
    sandbox::raise_open_files();
    // Before anything starts, so that an early signal leaves no server behind.
    let mut signals = match Signals::listen() {
        Ok(signals) => signals,
        Err(error) => {
            eprintln!("plinth-sandbox: couldn't watch for signals: {error}");
            return ExitCode::FAILURE;
        }
    };
    let end_with_stdin = config.end_with_stdin;
    let running = match Sandbox::start(config).await {
        Ok(running) => running,
        Err(error) => return failed(&error),
    };
    // Written first: whoever has read the line may rely on the file.
    let ready_file = match ReadyFile::write(&running) {
        Ok(file) => Some(file),
        Err(error) => {
            tracing::warn!(%error, "ready.json could not be written: `--wait` does not find this sandbox");
            None
        }
    };
    println!("{}", running.ready_line());
    tokio::select! {
        _ = signals.next() => {}
        () = end_of_stdin(), if end_with_stdin => {}
    }
    if let Some(file) = ready_file {
        file.remove();
    }
    running.stop().await;
    ExitCode::SUCCESS
}

/// On a thread of its own: the runtime would wait for one that reads when it ends.
async fn end_of_stdin() {
    let (ended, end) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        let _ = ended.send(());
    });
    let _ = end.await;
}

fn failed(error: &StartError) -> ExitCode {
    eprintln!("plinth-sandbox: {error}\n{}", error.hint());
    let mut cause = std::error::Error::source(error);
    while let Some(because) = cause {
        eprintln!("because: {because}");
        cause = because.source();
    }
    ExitCode::FAILURE
}

fn log_to_stderr() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}

/// What a panic says may hold anything; where it happened is enough to find it.
fn log_panics_without_their_text() {
    std::panic::set_hook(Box::new(|panic| {
        let at = panic.location().map(ToString::to_string);
        tracing::error!(at, "the sandbox has an internal error");
    }));
}
