//! Other programs: found, run with a deadline, their output captured.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::child_guard::{ChildGuard, POLL_INTERVAL, kill_tree, wait_until};
use crate::error::{Context, Error, Result};
use crate::text::gist;

const STREAMS_CLOSE_WITHIN: Duration = Duration::from_secs(5);

/// How a program ended and what it wrote, both streams in the order of arrival.
#[derive(Debug)]
pub struct Ended {
    pub ok: bool,
    pub text: String,
}

#[derive(Debug)]
pub struct Program {
    command: Command,
    shown: String,
    deadline: Duration,
    log: Option<PathBuf>,
    asks: bool,
}

impl Program {
    pub fn new(name: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(name.as_ref());
        for (key, _) in env::vars_os() {
            // What `cargo run` tells this program about itself is not for others.
            let name = key.to_string_lossy();
            if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&key);
            }
        }
        let shown = Path::new(name.as_ref())
            .file_stem()
            .unwrap_or(name.as_ref())
            .to_string_lossy()
            .into_owned();
        Self {
            command,
            shown,
            deadline: Duration::from_secs(20 * 60),
            log: None,
            asks: false,
        }
    }

    pub fn cargo() -> Self {
        Self::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
    }

    /// npm and npx are command files on Windows.
    pub fn npm(name: &str) -> Self {
        if cfg!(windows) {
            Self::new(format!("{name}.cmd"))
        } else {
            Self::new(name)
        }
    }

    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        let arg = arg.as_ref();
        self.shown = format!("{} {}", self.shown, arg.to_string_lossy());
        self.command.arg(arg);
        self
    }

    pub fn args<I: IntoIterator<Item: AsRef<OsStr>>>(self, args: I) -> Self {
        args.into_iter().fold(self, Self::arg)
    }

    /// The same program, started by another one that is given first.
    pub fn under(self, starter: &[&str]) -> Self {
        let mut command = Command::new(starter[0]);
        command
            .args(&starter[1..])
            .arg(self.command.get_program())
            .args(self.command.get_args());
        for (key, value) in self.command.get_envs() {
            match value {
                Some(value) => command.env(key, value),
                None => command.env_remove(key),
            };
        }
        if let Some(dir) = self.command.get_current_dir() {
            command.current_dir(dir);
        }
        Self { command, ..self }
    }

    pub fn env(mut self, key: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(key, value);
        self
    }

    pub fn dir(mut self, dir: &Path) -> Self {
        self.command.current_dir(dir);
        self
    }

    pub fn within(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Leaves it the keyboard, for a password.
    pub fn asks(mut self) -> Self {
        self.asks = true;
        self
    }

    /// Writes all output to a file too.
    pub fn log(mut self, file: PathBuf) -> Self {
        self.log = Some(file);
        self
    }

    /// Runs without showing anything; a failure carries the last lines written.
    pub fn quiet(self) -> Result<String> {
        let shown = self.shown.clone();
        let ended = self.run(false)?;
        if ended.ok {
            return Ok(ended.text);
        }
        Err(Error::new(format!("`{shown}` failed")).hint(gist(&ended.text)))
    }

    /// Runs without showing anything, whether it fails or not.
    pub fn captured(self) -> Result<Ended> {
        self.run(false)
    }

    /// Shows the output as it comes.
    pub fn streamed(self) -> Result<Ended> {
        self.run(true)
    }

    /// Shows the output as it comes and fails if the program does.
    pub fn must(self) -> Result<String> {
        let shown = self.shown.clone();
        let ended = self.run(true)?;
        if ended.ok {
            Ok(ended.text)
        } else {
            Err(Error::new(format!("`{shown}` failed")).hint("its output is above"))
        }
    }

    /// Starts it and waits for the line of its output that tells what the caller looks for.
    pub fn says<T: Send + 'static>(
        self,
        within: Duration,
        read: impl Fn(&str) -> Option<T> + Send + 'static,
    ) -> Result<(ChildGuard, T)> {
        let name = self.shown.split(' ').next().unwrap_or_default().to_owned();
        let mut owned = ChildGuard(self.stdout_piped().own_group().spawn()?);
        let stdout = owned.0.stdout.take();
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            // Read to the end, so that the program never waits for a reader.
            let lines = stdout.into_iter().flat_map(|s| BufReader::new(s).lines());
            for line in lines.map_while(io::Result::ok) {
                if let Some(said) = read(&line) {
                    // The caller may have stopped waiting.
                    let _ = sender.send(said);
                }
            }
        });
        let said = receiver.recv_timeout(within).map_err(|_| {
            Error::new(format!(
                "`{name}` was not ready within {} s",
                within.as_secs()
            ))
        })?;
        Ok((owned, said))
    }

    /// Starts it with this terminal as its own and leaves the waiting to the caller.
    pub fn spawn(mut self) -> Result<Child> {
        self.command
            .spawn()
            .map_err(|e| not_started(&self.shown, &e))
    }

    fn stdout_piped(mut self) -> Self {
        self.command.stdout(Stdio::piped());
        self
    }

    pub fn stdin_piped(mut self) -> Self {
        self.command.stdin(Stdio::piped());
        self
    }

    pub fn silent(mut self) -> Self {
        self.command.stdout(Stdio::null()).stderr(Stdio::null());
        self
    }

    /// Sends what it says of errors into a file.
    pub fn errors_into(mut self, file: File) -> Self {
        self.command.stderr(file);
        self
    }

    /// Keeps a Ctrl-C in the terminal from reaching it.
    #[cfg(unix)]
    pub fn own_group(mut self) -> Self {
        std::os::unix::process::CommandExt::process_group(&mut self.command, 0);
        self
    }

    #[cfg(not(unix))]
    pub fn own_group(self) -> Self {
        self
    }

    fn run(mut self, show: bool) -> Result<Ended> {
        let mut child = self
            .command
            .stdin(if self.asks {
                Stdio::inherit()
            } else {
                Stdio::null()
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| not_started(&self.shown, &e))?;
        let log = match &self.log {
            Some(path) => {
                Some(File::create(path).context(format_args!("cannot write {}", path.display()))?)
            }
            None => None,
        };
        let captured = Arc::new(Mutex::new(Captured {
            text: String::new(),
            log,
            show,
        }));
        let mut readers = Vec::new();
        if let Some(stream) = child.stdout.take() {
            readers.push(capture(stream, Arc::clone(&captured)));
        }
        if let Some(stream) = child.stderr.take() {
            readers.push(capture(stream, Arc::clone(&captured)));
        }

        let Some(ok) = wait_until(&mut child, Instant::now() + self.deadline)? else {
            kill_tree(child.id());
            // Reaps it; killed, it cannot make us wait.
            let _ = child.wait();
            return Err(Error::new(format!(
                "`{}` did not end within {} s and was stopped",
                self.shown,
                self.deadline.as_secs()
            )));
        };
        // A reader ends when the last holder of its stream does; one left behind must not hold us up.
        let patience = Instant::now() + STREAMS_CLOSE_WITHIN;
        while readers.iter().any(|reader| !reader.is_finished()) && Instant::now() < patience {
            thread::sleep(POLL_INTERVAL);
        }
        let text =
            std::mem::take(&mut captured.lock().unwrap_or_else(PoisonError::into_inner).text);
        Ok(Ended { ok, text })
    }
}

struct Captured {
    text: String,
    log: Option<File>,
    show: bool,
}

fn capture(
    stream: impl Read + Send + 'static,
    captured: Arc<Mutex<Captured>>,
) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while matches!(stream.read_until(b'\n', &mut line), Ok(n) if n > 0) {
            let text = String::from_utf8_lossy(&line);
            let mut captured = captured.lock().unwrap_or_else(PoisonError::into_inner);
            captured.text.push_str(&text);
            if let Some(log) = &mut captured.log {
                // A full disk must not hide what the program says.
                let _ = log.write_all(&line);
            }
            if captured.show {
                let _ = io::stdout().write_all(&line);
            }
            line.clear();
        }
    })
}

fn not_started(shown: &str, error: &io::Error) -> Error {
    let name = shown.split(' ').next().unwrap_or(shown);
    if error.kind() == io::ErrorKind::NotFound {
        Error::new(format!("`{name}` is not installed"))
            .hint(format!("install it so that `{name}` is on PATH"))
    } else {
        Error::new(format!("`{name}` could not be started: {error}"))
    }
}

/// Whether a program of this name is on PATH.
pub fn on_path(name: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| {
        env::split_paths(&path)
            .any(|dir| dir.join(name).is_file() || dir.join(format!("{name}.exe")).is_file())
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Program {
        Program::new("sh").arg("-c").arg(script)
    }

    #[test]
    fn both_streams_are_captured_with_the_exit_status() {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("log");
        let ended = shell("echo one; echo two >&2; exit 3")
            .log(log.clone())
            .run(false)
            .unwrap();
        assert!(!ended.ok);
        assert!(
            ended.text.contains("one\n") && ended.text.contains("two\n"),
            "{}",
            ended.text
        );
        assert_eq!(std::fs::read_to_string(log).unwrap(), ended.text);
    }

    #[test]
    fn a_failure_carries_the_last_lines() {
        let error = shell("echo the reason; false")
            .quiet()
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("failed") && error.contains("the reason"),
            "{error}"
        );
    }

    #[test]
    fn a_program_that_hangs_is_stopped_with_its_children() {
        let started = Instant::now();
        let error = shell("sleep 60 & echo $!; wait")
            .within(Duration::from_millis(200))
            .quiet()
            .unwrap_err();
        assert!(error.to_string().contains("did not end within"), "{error}");
        assert!(started.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = Program::new("no-such-program-here").quiet().unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("`no-such-program-here` is not installed"),
            "{error}"
        );
        assert!(on_path("sh") && !on_path("no-such-program-here"));
    }
}
