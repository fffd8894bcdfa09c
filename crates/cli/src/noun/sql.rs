//! `plinth sql`: runs statements and writes their rows as they come.

use std::io::{IsTerminal as _, Read as _};
use std::path::PathBuf;

use app::sql::{Page, SqlClose, SqlRows, SqlStart, SqlStop, SqlWait};
use app::view::{ErrorCode, SqlMessageView, SqlOptions, SqlPart, SqlResultView, SqlRunView};
use clap::Args;
use tokio::task::spawn_blocking;

use super::sql_output::{Format, Output};
use super::sql_target::SqlTarget;
use super::sql_trial;
use crate::ask;
use crate::failure::{Done, Failure};
use crate::print;
use crate::session::Session;

/// Rows that are asked for at once.
const ROWS: u32 = 2_000;

#[derive(Args)]
pub struct Sql {
    #[command(flatten)]
    target: SqlTarget,
    /// The statements
    #[arg(long, short, value_name = "SQL", conflicts_with = "file")]
    command: Option<String>,
    /// A file with the statements; otherwise standard input
    #[arg(long, short, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Read without a chance to change something; for a read-only account this is always so
    #[arg(long)]
    read_only: bool,
    /// Run on a branch of now, and report rows, locks, schema and durations. Nothing runs on the branch itself
    #[arg(long = "try", conflicts_with_all = ["read_only", "csv", "out", "temp"])]
    is_trial: bool,
    /// Write the rows as CSV, with a line of names
    #[arg(long, conflicts_with_all = ["json", "output"])]
    csv: bool,
    /// Write into a file, which is replaced once all rows are in it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Sql {
    /// Returns true if an account runs the statements.
    pub fn is_of_account(&self) -> bool {
        self.target.is_of_account()
    }

    pub async fn run(self, session: &Session) -> Done {
        session.must_be_meant()?;
        let text = self.text().await?;
        if self.is_trial {
            let source = self.target.source(session).await?;
            return sql_trial::run(session, source, text).await;
        }
        let format = match (self.csv, session.options.is_json()) {
            (true, _) => Format::Csv,
            (_, true) => Format::Json,
            _ => Format::Table,
        };
        let output = Output::open(format, self.out)?;
        let editor = format!("plinth sql {}", std::process::id());
        let start = SqlStart {
            source: self.target.source(session).await?,
            editor: editor.clone(),
            text: text.clone(),
            part: SqlPart::All,
            options: SqlOptions {
                is_read_only: self.read_only,
                is_manual: false,
                parameters: Vec::new(),
                timeout_seconds: session.options.typed_timeout(),
                confirmed: None,
                is_browsing: false,
                is_stream: true,
            },
        };
        let stopping = session.asked_to_stop();
        let run = confirmed(session, start).await?;
        let stop = SqlStop {
            run_id: run.id.clone(),
        };
        let mut running = Running {
            session,
            text: &text,
            output,
            shown: 0,
            said: 0,
        };
        let ended = tokio::select! {
            ended = running.until_the_end(run) => ended,
            () = stopping => {
                session.run(stop).await?;
                Err(Failure::new(ErrorCode::Cancelled, "The run was stopped", "What ran before is kept."))
            }
        };
        session.run(SqlClose { editor }).await?;
        ended
    }

    async fn text(&self) -> Done<String> {
        if let Some(text) = &self.command {
            return Ok(text.clone());
        }
        let file = self.file.clone();
        if file.is_none() && std::io::stdin().is_terminal() {
            return Err(Failure::usage(
                "No statements were given",
                "Give them with -c or -f, or on standard input.",
            ));
        }
        let read = spawn_blocking(move || match file {
            Some(file) => std::fs::read(&file)
                .map_err(|error| format!("Couldn't read {}: {error}", file.display())),
            None => {
                let mut text = Vec::new();
                let read = std::io::stdin().read_to_end(&mut text);
                read.map(|_| text)
                    .map_err(|error| format!("Couldn't read standard input: {error}"))
            }
        });
        let read = read.await.unwrap_or_else(|error| Err(error.to_string()));
        let bytes = read.map_err(|message| Failure::new(ErrorCode::File, message, ""))?;
        String::from_utf8(bytes).map_err(|error| {
            let byte = error.utf8_error().valid_up_to();
            Failure::usage(
                format!("The text is not UTF-8: see byte {byte}"),
                "Save it as UTF-8.",
            )
        })
    }
}

/// Starts the run. A statement that needs a confirmation is asked about, and runs with `--yes`.
async fn confirmed(session: &Session, start: SqlStart) -> Done<SqlRunView> {
    let again = start.clone();
    let run = session.run(start).await;
    let Err(failure) = &run else {
        return run;
    };
    let Some(name) = failure.about().map(str::to_owned) else {
        return run;
    };
    let question = format!("{}. Run it in {name}?", failure.message());
    ask::confirm(&question, session.options.yes).await?;
    let options = SqlOptions {
        confirmed: Some(name),
        ..again.options
    };
    session.run(SqlStart { options, ..again }).await
}

struct Running<'a> {
    session: &'a Session,
    text: &'a str,
    output: Output,
    /// Results that are written.
    shown: usize,
    /// Notices of the current result that are written.
    said: usize,
}

impl Running<'_> {
    async fn until_the_end(&mut self, mut run: SqlRunView) -> Done {
        loop {
            while let Some(result) = run.results.get(self.shown) {
                if !self.result(&run, result).await? {
                    break;
                }
                self.shown += 1;
                self.said = 0;
            }
            if self.output.is_unread {
                return Ok(());
            }
            if run.milliseconds.is_some() && self.shown == run.results.len() {
                break;
            }
            let wait = SqlWait {
                run_id: run.id.clone(),
                version: run.version,
            };
            run = self.session.run(wait).await?;
        }
        let refused = run.results.iter().find_map(|it| it.error.as_ref());
        if let Some(error) = refused {
            return Err(self.failure(error));
        }
        if let Some(error) = run.error {
            return Err(error.into());
        }
        self.output.finish()
    }

    /// Writes what is there of a result. Returns true once it is over.
    async fn result(&mut self, run: &SqlRunView, result: &SqlResultView) -> Done<bool> {
        for notice in result.notices.iter().skip(self.said) {
            print::note(&format!("{}: {}", notice.severity, notice.message));
        }
        self.said = result.notices.len();
        let is_over = result.tag.is_some() || result.error.is_some() || run.milliseconds.is_some();
        if result.columns.is_empty() {
            if is_over && result.error.is_none() {
                self.output.tag(result.tag.as_deref())?;
            }
            return Ok(is_over);
        }
        self.output.begin(self.shown, &result.columns)?;
        loop {
            let rows = SqlRows {
                run_id: run.id.clone(),
                result: result.number,
                first: self.output.rows(),
                count: ROWS,
            };
            let bytes = self.session.bytes(rows).await?;
            let page = Page::new(&bytes).filter(|page| page.rows > 0);
            let Some(page) = page else { break };
            self.output.page(page)?;
            if self.output.is_unread {
                return Ok(false);
            }
        }
        let is_whole = f64::from(self.output.rows()) >= result.rows;
        if is_over && is_whole {
            self.output.end()?;
        }
        Ok(is_over && is_whole)
    }

    /// The server's error with its place in the text.
    fn failure(&self, error: &SqlMessageView) -> Failure {
        let place = error.at.map(|at| {
            let before: Vec<u16> = self.text.encode_utf16().take(at as usize).collect();
            let before = String::from_utf16_lossy(&before);
            let line = before.matches('\n').count() + 1;
            let column = before
                .rsplit('\n')
                .next()
                .map_or(0, |it| it.chars().count())
                + 1;
            format!(" (line {line}, column {column})")
        });
        let message = format!("{}{}", error.message, place.unwrap_or_default());
        let parts = [&error.detail, &error.hint, &error.context];
        let hint: Vec<_> = parts.into_iter().flatten().map(String::as_str).collect();
        Failure::new(ErrorCode::Database, message, hint.join(" "))
    }
}
