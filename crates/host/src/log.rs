//! Logging: to standard error, and to a file in the data folder that never grows past its bound.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::{Level, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use app::private;

/// At this size the file is set aside as the older one, which replaces the one before.
const LIMIT: u64 = 1024 * 1024;
const NAME: &str = "plinth.log";
const OLDER: &str = "plinth.1.log";
const DEFAULT: &str = "warn,plinth=info,plinth_desktop=info,host=info,app=info,api=info,envfile=info,pgclient=info,sandbox=info,vault=info";

/// The project's own crates, which never log a secret. What others say below a warning may hold anything: statements,
/// headers, whole addresses.
const OWN: [&str; 9] = [
    "plinth",
    "plinth_desktop",
    "host",
    "app",
    "api",
    "envfile",
    "pgclient",
    "sandbox",
    "vault",
];

/// Starts logging to standard error. The file joins once the data folder is known.
pub fn start() -> LogFile {
    let file = LogFile::default();
    let filter = EnvFilter::try_from_env("PLINTH_LOG").unwrap_or_else(|_| EnvFilter::new(DEFAULT));
    let started = subscriber(filter, io::stderr, file.clone()).try_init();
    if let Err(error) = started {
        eprintln!("Couldn't start the log: {error}");
    }
    log_panics();
    file
}

/// Both writers get what the filter lets through, and of other crates nothing below a warning, whatever it says.
fn subscriber<W>(filter: EnvFilter, errors: W, file: LogFile) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    tracing_subscriber::registry()
        .with(filter)
        .with(filter_fn(|it| {
            *it.level() <= Level::WARN || is_own(it.target())
        }))
        .with(
            tracing_subscriber::fmt::layer()
                .with_writer(errors)
                .with_ansi(false),
        )
        .with(
            tracing_subscriber::fmt::layer()
                .with_writer(file)
                .with_ansi(false),
        )
}

fn is_own(target: &str) -> bool {
    let name = target.split("::").next().unwrap_or_default();
    OWN.contains(&name)
}

/// A panic is a line in the log with its place. Its message could hold anything, and what a desktop program writes to
/// standard error is kept in the system's journal: so it is written there while developing alone.
fn log_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        tracing::error!(place, "the program panicked");
        if cfg!(debug_assertions) {
            before(panic);
        }
    }));
}

/// So much of the file is read for its last lines.
const TAIL: u64 = 256 * 1024;

/// The last lines of the log in this folder, the oldest first. Of other crates it is said that they said something; what
/// goes on from the line before, such as a text with a line break, is left out.
pub fn last_lines(dir: &Path, count: usize) -> Vec<String> {
    let mut text = String::new();
    for name in [OLDER, NAME] {
        text += &tail(&dir.join(name)).unwrap_or_default();
    }
    let lines: Vec<_> = text.lines().filter_map(own_words).collect();
    lines[lines.len().saturating_sub(count)..].to_vec()
}

fn tail(path: &Path) -> io::Result<String> {
    // Asked before it is opened: a pipe would keep its reader waiting.
    if !path.is_file() {
        return Ok(String::new());
    }
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // The first line may be a part of one.
    let start = match size > TAIL {
        true => text.find('\n').map_or(text.len(), |at| at + 1),
        false => 0,
    };
    Ok(text[start..].to_owned())
}

/// `2026-11-25T23:34:00.123456Z  WARN app::watcher: …`
fn own_words(line: &str) -> Option<String> {
    let (at, rest) = line.split_once(' ')?;
    let (level, rest) = rest.trim_start().split_once(' ')?;
    let is_line = at.ends_with('Z')
        && at.starts_with(|c: char| c.is_ascii_digit())
        && level.parse::<Level>().is_ok();
    if !is_line {
        return None;
    }
    let target = rest.split_once(": ").map_or(rest, |(target, _)| target);
    if is_own(target) {
        return Some(line.to_owned());
    }
    // Where a span stands before the target, it may hold anything.
    let target = target.split([' ', '{']).next().unwrap_or_default();
    Some(format!(
        "{at} {level:>5} {target}: (words of another library)"
    ))
}

/// The log's file, shared by every writer.
#[derive(Clone, Default, Debug)]
pub struct LogFile(Arc<Mutex<Option<Rotating>>>);

impl LogFile {
    /// From now on lines go to a file in this folder too.
    pub fn open(&self, dir: &Path) -> io::Result<()> {
        let rotating = Rotating::open(dir, LIMIT)?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(rotating);
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogFile {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_mut()
        {
            Some(file) => file.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[derive(Debug)]
struct Rotating {
    dir: PathBuf,
    file: File,
    size: u64,
    limit: u64,
}

impl Rotating {
    fn open(dir: &Path, limit: u64) -> io::Result<Self> {
        private::ensure_folder(dir)?;
        private::close(&dir.join(OLDER))?;
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        let file = private::open(&dir.join(NAME), &mut options)?;
        let size = file.metadata()?.len();
        Ok(Self {
            dir: dir.to_owned(),
            file,
            size,
            limit,
        })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.size > 0 && self.size + bytes.len() as u64 > self.limit {
            std::fs::rename(self.dir.join(NAME), self.dir.join(OLDER))?;
            *self = Self::open(&self.dir, self.limit)?;
        }
        let written = self.file.write(bytes)?;
        self.size += written as u64;
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_set_aside_when_full() {
        let dir = tempfile::tempdir().unwrap();
        let mut log = Rotating::open(dir.path(), 10).unwrap();
        for line in ["first\n", "second\n", "third\n"] {
            log.write(line.as_bytes()).unwrap();
        }
        let read = |name| std::fs::read_to_string(dir.path().join(name)).unwrap();
        assert_eq!(read(NAME), "third\n");
        assert_eq!(read(OLDER), "second\n");
    }

    #[test]
    fn what_other_crates_say_below_a_warning_is_never_written() {
        let dir = tempfile::tempdir().unwrap();
        let (errors, file) = (LogFile::default(), LogFile::default());
        let (one, other) = (dir.path().join("errors"), dir.path().join("file"));
        errors.open(&one).unwrap();
        file.open(&other).unwrap();
        let filter = EnvFilter::new("trace,tokio_postgres=trace,hyper=debug");
        tracing::subscriber::with_default(subscriber(filter, errors, file), || {
            tracing::trace!(target: "tokio_postgres::query", "secret statement");
            tracing::debug!(target: "hyper::proto", "secret header");
            tracing::info!(target: "application", "secret of a crate that only begins alike");
            let span = tracing::info_span!(target: "h2::proto", "connection", key = "secret");
            let _inside = span.enter();
            tracing::warn!(target: "zbus", "a foreign warning");
            tracing::trace!(target: "app::watch", "an own detail");
        });
        for dir in [one, other] {
            let text = std::fs::read_to_string(dir.join(NAME)).unwrap();
            assert!(!text.contains("secret"), "{text}");
            assert!(text.contains("a foreign warning"), "{text}");
            assert!(text.contains("an own detail"), "{text}");
        }
    }

    #[test]
    fn an_existing_file_is_continued() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(NAME), "before\n").unwrap();
        Rotating::open(dir.path(), 100)
            .unwrap()
            .write(b"after\n")
            .unwrap();
        assert_eq!(
            std::fs::read_to_string(dir.path().join(NAME)).unwrap(),
            "before\nafter\n"
        );
    }

    #[test]
    fn the_last_lines_are_those_of_this_project_and_whole() {
        let dir = tempfile::tempdir().unwrap();
        let line = |target: &str, words: &str| {
            format!("2026-11-25T23:34:00.123456Z  WARN {target}: {words}\n")
        };
        std::fs::write(dir.path().join(OLDER), line("app::watcher", "older")).unwrap();
        let text = [
            line("app::watcher", "one"),
            line("zbus::proxy", "a secret of another library"),
            "a second line of it: secret\n".to_owned(),
            line("application", "a secret of one that begins alike"),
            line("host::log", "two"),
        ];
        std::fs::write(dir.path().join(NAME), text.concat()).unwrap();
        let lines = last_lines(dir.path(), 4);
        assert_eq!(
            lines,
            [
                "2026-11-25T23:34:00.123456Z  WARN app::watcher: one",
                "2026-11-25T23:34:00.123456Z  WARN zbus::proxy: (words of another library)",
                "2026-11-25T23:34:00.123456Z  WARN application: (words of another library)",
                "2026-11-25T23:34:00.123456Z  WARN host::log: two",
            ]
        );
        assert_eq!(last_lines(dir.path(), 9).len(), 5);
        assert!(last_lines(&dir.path().join("none"), 9).is_empty());
    }
}
