//! Plinth's command line: operations of the core, with answers as tables or as JSON.

mod account;
mod arguments;
mod ask;
mod columns;
mod completion;
mod context_file;
mod cu;
mod defaults;
mod duration;
mod failure;
mod for_shell;
mod help;
mod id_or_name;
mod key;
mod moment;
mod named;
#[cfg(test)]
mod names_tests;
mod noun;
mod options;
mod paths;
mod print;
mod request;
mod secrets;
mod session;
mod signals;
mod table;
mod target;
mod task;
#[cfg(target_os = "linux")]
mod tray;
mod tree;
mod wait;

use std::pin::pin;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use crate::arguments::{Arguments, Noun};
use crate::failure::{Done, Failure};
use crate::noun::{sandbox as of_sandbox, shell};
use crate::options::Options;
use crate::session::Session;
use crate::signals::Signals;

fn main() -> ExitCode {
    if sandbox::ran_as_guardian() {
        return ExitCode::SUCCESS;
    }
    if let Some(code) = completion::answered() {
        return code;
    }
    let mut command = Arguments::whole();
    let read = command.try_get_matches_from_mut(std::env::args_os());
    let read = read.and_then(|matches| Ok((Arguments::read(&matches)?, matches)));
    let (Arguments { options, noun }, matches) = match read {
        Ok(read) => read,
        Err(error) => {
            // Whoever reads it may have stopped.
            drop(error.print());
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let is_json = options.is_json();
    let fits = target::must_not_be_empty(&command, &matches, noun.reads_account_variables())
        .and_then(|()| noun.must_take(&options));
    if let Err(failure) = fits {
        return report(Err(failure), is_json);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            print::note(&format!("Plinth can't start: {error}"));
            return ExitCode::FAILURE;
        }
    };
    let code = runtime.block_on(run(options, noun, is_json));
    // A prompt that nobody answers any more must not hold it.
    runtime.shutdown_background();
    code
}

/// Says why it failed, and with which code the program ends.
fn report(done: Done, is_json: bool) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let text = match is_json {
                true => print::json_text(&failure.json()),
                false => format!("{}\n", failure.text()),
            };
            print::note_lines(&text);
            ExitCode::from(failure.code())
        }
    }
}

async fn run(options: Options, noun: Noun, is_json: bool) -> ExitCode {
    let done = match noun {
        Noun::Agent(_) | Noun::Run(_) | Noun::Man { into: Some(_) } if options.dry_run => {
            Err(Failure::no_request())
        }
        Noun::Completions { shell } => shell::completions(shell),
        Noun::Man { into } => shell::man(into.as_deref()),
        // It ends by signals itself.
        Noun::Agent(agent) => agent.run().await,
        // The command takes the place of this process.
        Noun::Run(run) => run.run(options).await,
        noun => match with_session(options, noun, is_json).await {
            Ok(code) => return code,
            Err(failure) => Err(failure),
        },
    };
    report(done, is_json)
}

/// What it did is said before others are waited for, which a signal ends.
async fn with_session(options: Options, noun: Noun, is_json: bool) -> Done<ExitCode> {
    let opening = async {
        match &noun {
            Noun::Sandbox(verb) if verb.needs_agent() && !options.dry_run => {
                of_sandbox::lasting(options).await
            }
            noun if noun.is_of_account() => Session::open(options).await,
            _ => Session::here(options).await,
        }
    };
    // Listened for all the time, so that none is missed between the two.
    let mut signals = Signals::listen();
    let session = tokio::select! {
        biased;
        _ = signals.next() => return Err(Failure::interrupted()),
        session = opening => session?,
    };
    let mut interrupted = pin!(async {
        loop {
            let is_interrupt = signals.next().await == "SIGINT";
            // Of a program in the terminal, such as psql, it ends what that does.
            let is_lent = is_interrupt && session.lends_terminal.load(Ordering::SeqCst);
            if !is_lent && !session.ask_to_stop() {
                return;
            }
        }
    });
    let done = tokio::select! {
        done = of_noun(noun, &session) => Some(done),
        () = interrupted.as_mut() => None,
    };
    let done = done.map(|done| done.map_err(|failure| session.explained(failure)));
    let is_over = done.is_some();
    let code = report(done.unwrap_or_else(|| Err(ended(&session))), is_json);
    if is_over {
        tokio::select! {
            () = session.others_done() => {}
            () = interrupted => {}
        }
    }
    session.close().await;
    Ok(code)
}

/// A key that is kept nowhere leaves no history either.
fn ended(session: &Session) -> Failure {
    match session.is_kept() {
        _ if !session.has_begun() => Failure::interrupted(),
        true => Failure::ended().and("`plinth history list` shows it."),
        false => Failure::ended(),
    }
}

async fn of_noun(noun: Noun, session: &Session) -> Done {
    match noun {
        Noun::Accounts(verb) => verb.run(session).await,
        Noun::Projects(verb) => verb.run(session).await,
        Noun::Branches(verb) => verb.run(session).await,
        Noun::Computes(verb) => verb.run(session).await,
        Noun::Databases(verb) => verb.run(session).await,
        Noun::Snapshots(verb) => verb.run(session).await,
        Noun::Roles(verb) => verb.run(session).await,
        Noun::Advisors(advisors) => advisors.run(session).await,
        Noun::Operations(verb) => verb.run(session).await,
        Noun::Auth(verb) => verb.run(session).await,
        Noun::Orgs(organizations) => organizations.run(session).await,
        Noun::Keys(verb) => verb.run(session).await,
        Noun::Temp(verb) => verb.run(session).await,
        Noun::Sandbox(verb) => verb.run(session).await,
        Noun::Connect(connect) => connect.run(session).await,
        Noun::Sql(sql) => sql.run(session).await,
        Noun::Tables(tables) => tables.run(session).await,
        Noun::SetContext(set) => set.run(session).await,
        Noun::History(verb) => verb.run(session).await,
        Noun::Network(verb) => verb.run(session).await,
        Noun::Keychain(verb) => verb.run(session).await,
        Noun::Folders(verb) => verb.run(session).await,
        Noun::Agent(_) | Noun::Run(_) | Noun::Completions { .. } | Noun::Man { .. } => Ok(()),
    }
}
