//! What is asked in the terminal.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use crate::failure::{Done, Failure};
use crate::print;
use crate::session::Session;
use crate::table::printable;
use app::operation::UNKNOWN_SECRET;

/// Longer than any key or password.
const LONGEST: usize = 64 * 1024;

/// Asks before something is lost. Where nobody can answer, it takes `--yes`.
pub async fn confirm(question: &str, is_agreed: bool) -> Done {
    if is_agreed {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        return Err(Failure::usage(
            format!("{question} There is no terminal to ask in"),
            "Add --yes to do it without being asked.",
        ));
    }
    let answer = line(&format!("{} [y/N] ", printable(question))).await?;
    if matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
        Ok(())
    } else {
        Err(Failure::new(
            app::view::ErrorCode::Cancelled,
            "Nothing was changed",
            "",
        ))
    }
}

/// Lets a person choose one of several by its number.
pub async fn choose(question: &str, from: &[String]) -> Done<usize> {
    for (at, one) in from.iter().enumerate() {
        print::note(&format!("{:>3}  {one}", at + 1));
    }
    let answer = line(&format!("{} [1-{}] ", printable(question), from.len())).await?;
    let number = answer.trim().parse::<usize>().ok();
    let number = number.filter(|number| (1..=from.len()).contains(number));
    number
        .map(|number| number - 1)
        .ok_or_else(|| Failure::usage("This is none of them", "Enter one of the numbers."))
}

pub fn is_possible() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// A secret as [`secret`] reads it; with `--dry-run` a text in its place, which becomes a variable in what is printed.
pub async fn secret_to_send(session: &Session, name: &str) -> Done<String> {
    match session.options.dry_run {
        true => Ok(UNKNOWN_SECRET.to_owned()),
        false => secret(name).await,
    }
}

/// A secret from a pipe, or typed without being shown. An argument would be visible to others.
pub async fn secret(name: &str) -> Done<String> {
    let typed = if io::stdin().is_terminal() {
        let Some(_hidden) = Hidden::start() else {
            return Err(Failure::usage(
                format!("{name} would be shown in this terminal while it is typed"),
                "Write it to standard input, such as `printenv NAME | plinth …`.",
            ));
        };
        let typed = line(&format!("{name}: ")).await;
        eprintln!();
        typed?
    } else {
        read().await?
    };
    let typed = typed.trim_end_matches(['\r', '\n']);
    if typed.is_empty() {
        return Err(Failure::usage(
            format!("{name} is empty"),
            "Write it to standard input, such as `printenv NAME | plinth …`.",
        ));
    }
    Ok(typed.to_owned())
}

async fn line(prompt: &str) -> Done<String> {
    let mut err = io::stderr();
    let _ = err.write_all(prompt.as_bytes()).and_then(|()| err.flush());
    read().await
}

/// Beside everything else, so that a signal is heard while nobody answers.
async fn read() -> Done<String> {
    match tokio::task::spawn_blocking(read_line).await {
        Ok(line) => line,
        Err(_) => Err(Failure::ended()),
    }
}

fn read_line() -> Done<String> {
    let mut bytes = Vec::new();
    let mut input = io::Read::take(io::stdin().lock(), LONGEST as u64);
    let unreadable = |_| Failure::usage("Standard input can't be read", "Pipe text into it.");
    input.read_until(b'\n', &mut bytes).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::usage(
            "Standard input is no UTF-8 text",
            "Pipe the text alone into it.",
        )
    })?;
    // Editors and shells of Windows begin a text with a byte order mark.
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// The terminal shows nothing of what is typed until this is dropped.
struct Hidden {
    #[cfg(unix)]
    before: rustix::termios::Termios,
    #[cfg(windows)]
    _input: host::console::HiddenInput,
}

impl Hidden {
    /// Returns `None` if the terminal can't hide it.
    #[cfg(unix)]
    fn start() -> Option<Self> {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let input = rustix::stdio::stdin();
        let before = tcgetattr(input).ok()?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        tcsetattr(input, OptionalActions::Flush, &hidden).ok()?;
        Some(Self { before })
    }

    #[cfg(windows)]
    fn start() -> Option<Self> {
        let input = host::console::HiddenInput::start()?;
        Some(Self { _input: input })
    }
}

#[cfg(unix)]
impl Drop for Hidden {
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &self.before).ok();
    }
}
