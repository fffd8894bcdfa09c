//! How a command ends that did not do what it was asked for.

use app::view::{ErrorCode, ErrorView};
use serde_json::{Value, json};

use crate::for_shell::for_shell;
use crate::table::printable_lines;

/// What is said of it, and the code that the process ends with.
#[derive(Debug)]
pub struct Failure {
    view: ErrorView,
    /// The exit code of another program, which counts then.
    exit: Option<u8>,
}

pub type Done<T = ()> = Result<T, Failure>;

/// The codes that the process ends with, by kind, as `docs/command-line.md` lists them.
pub const EXIT_CODES: [(u8, &str); 14] = [
    (0, "done"),
    (1, "an error of Plinth itself"),
    (2, "not valid: an option, a value or a missing answer"),
    (3, "not found"),
    (4, "key refused or missing, or the keychain gave no secret"),
    (
        5,
        "in the way here: a read-only account, one that exists, a changed file",
    ),
    (6, "too many requests"),
    (7, "no connection, or no answer in time"),
    (
        8,
        "the platform refused, such as a name that is taken, or failed",
    ),
    (9, "unclear: it may have been done"),
    (10, "the sandbox is stopped"),
    (11, "a file or program of this machine"),
    (12, "the database"),
    (CANCELLED, "a signal ended it, or it was canceled"),
];
/// The code of a command that a signal ended.
pub const CANCELLED: u8 = 130;

impl Failure {
    /// What was typed cannot be done.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(ErrorCode::Invalid, message, hint)
    }

    pub fn new(code: ErrorCode, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            view: ErrorView::new(code, message, hint),
            exit: None,
        }
    }

    /// With the exit code of the program that failed.
    pub fn exiting(mut self, code: u8) -> Self {
        self.exit = Some(code);
        self
    }

    /// With this said below the rest.
    pub fn and(mut self, hint: &str) -> Self {
        let first = self.view.hint.take().unwrap_or_default();
        self.view.hint = Some(format!("{} {hint}", sentence(&first)).trim().to_owned());
        self
    }

    /// A signal came before it was done.
    pub fn ended() -> Self {
        Self::new(
            ErrorCode::Cancelled,
            "A signal ended this command",
            "What was begun goes on at the platform.",
        )
    }

    /// A signal came before anything was begun.
    pub fn interrupted() -> Self {
        Self::new(
            ErrorCode::Cancelled,
            "A signal ended this command",
            "Nothing was changed.",
        )
    }

    /// `--dry-run` was asked of what has nothing to show.
    pub fn no_request() -> Self {
        Self::usage(
            "This command has no request to show, and nothing was done",
            "Leave --dry-run out: it is for what is sent to a platform with a key.",
        )
    }

    pub fn code(&self) -> u8 {
        self.exit.unwrap_or_else(|| exit_code(self.view.code))
    }

    /// True if what was asked for can't be done as it was asked for, here or by the platform.
    pub fn is_refusal(&self) -> bool {
        matches!(self.view.code, ErrorCode::Invalid | ErrorCode::Platform)
    }

    /// True if the hint has this path.
    pub fn names(&self, file: &std::path::Path) -> bool {
        let hint = self.view.hint.as_deref().unwrap_or_default();
        hint.contains(&*file.to_string_lossy())
    }

    /// True if the platform or Plinth has no such thing.
    /// Returns the id or name that the error is about.
    pub fn about(&self) -> Option<&str> {
        self.view.about.as_deref()
    }

    pub fn message(&self) -> &str {
        &self.view.message
    }

    pub fn is_not_found(&self) -> bool {
        self.view.code == ErrorCode::NotFound
    }

    /// For people: what failed, then what to do.
    pub fn text(&self) -> String {
        let mut text = sentence(&self.view.message);
        if let Some(hint) = self.view.hint.as_deref().filter(|hint| !hint.is_empty()) {
            text.push('\n');
            text.push_str(&sentence(hint));
        }
        if let Some(id) = &self.view.request_id {
            text.push_str("\nRequest ID: ");
            text.push_str(id);
        }
        printable_lines(&text)
    }

    /// For programs: the same as the window gets, with the exit code.
    pub fn json(&self) -> Value {
        let mut error = serde_json::to_value(&self.view).unwrap_or_default();
        error["exitCode"] = json!(self.code());
        json!({ "error": error })
    }
}

impl From<ErrorView> for Failure {
    fn from(mut view: ErrorView) -> Self {
        view.hint = view.hint.as_deref().map(for_shell);
        // The window can keep secrets in its memory instead. A command ends too soon for that.
        let first = match view.code {
            ErrorCode::KeychainAbsent => {
                "Set up one with a default collection: GNOME Keyring, KWallet or KeePassXC."
            }
            ErrorCode::KeychainLocked => "Unlock it with `plinth keychain unlock`, then try again.",
            ErrorCode::KeychainDenied => "Allow Plinth to use the keychain and try again.",
            ErrorCode::ReadOnly => {
                let hint = "Unlock it with `plinth accounts update --read-only=false`, or name another account.";
                view.hint = Some(hint.to_owned());
                return Self { view, exit: None };
            }
            ErrorCode::SandboxStopped => {
                view.hint = Some("Start it with `plinth sandbox start`.".to_owned());
                return Self { view, exit: None };
            }
            _ => return Self { view, exit: None },
        };
        view.hint = Some(format!("{first} {WITHOUT_KEYCHAIN}"));
        Self { view, exit: None }
    }
}

const WITHOUT_KEYCHAIN: &str =
    "Databases of the sandbox need none, and neither does a key for one command: PLINTH_API_KEY.";

fn exit_code(code: ErrorCode) -> u8 {
    match code {
        ErrorCode::Internal => 1,
        ErrorCode::Invalid => 2,
        ErrorCode::NotFound => 3,
        ErrorCode::Unauthorized
        | ErrorCode::KeyNeeded
        | ErrorCode::KeychainAbsent
        | ErrorCode::KeychainLocked
        | ErrorCode::KeychainDenied
        | ErrorCode::SecretMissing => 4,
        ErrorCode::Exists
        | ErrorCode::ReadOnly
        | ErrorCode::FileChanged
        | ErrorCode::VariablePresent => 5,
        ErrorCode::RateLimited => 6,
        ErrorCode::Offline | ErrorCode::Timeout => 7,
        ErrorCode::Platform => 8,
        ErrorCode::MaybeCreated | ErrorCode::SecretLost => 9,
        ErrorCode::SandboxStopped => 10,
        ErrorCode::File | ErrorCode::LinkRefused | ErrorCode::ProgramMissing => 11,
        ErrorCode::Database => 12,
        ErrorCode::Cancelled => CANCELLED,
    }
}

/// The core's sentences have no stop at their end, its hints may have one.
pub fn sentence(text: &str) -> String {
    let text = text.trim_end();
    match text.chars().last() {
        Some('.' | '!' | '?' | ':') | None => text.to_owned(),
        Some(_) => format!("{text}."),
    }
}

#[cfg(test)]
mod tests {
    use app::view::words::Worded as _;

    use super::*;

    #[test]
    fn each_kind_of_error_ends_with_a_code_of_the_list() {
        for code in ErrorCode::ALL {
            let code = exit_code(*code);
            assert!(EXIT_CODES.iter().any(|(listed, _)| *listed == code));
            assert_ne!(code, 0);
        }
    }

    #[test]
    fn no_hint_of_a_kind_of_error_names_a_way_of_the_window() {
        for code in ErrorCode::ALL {
            let failure = Failure::from(ErrorView::new(*code, "It failed", code.hint()));
            for word in ["Refresh", "screen", "menu", "Unlock the account"] {
                let text = failure.text();
                assert!(!text.contains(word), "{text}");
            }
        }
    }

    #[test]
    fn a_sentence_gets_one_stop() {
        assert_eq!(sentence("It failed"), "It failed.");
        assert_eq!(sentence("Try again."), "Try again.");
        let failure = Failure::usage("It failed", "Try again.");
        assert_eq!(failure.text(), "It failed.\nTry again.");
        assert_eq!(failure.json()["error"]["exitCode"], 2);
        assert_eq!(failure.json()["error"]["code"], "invalid");
    }

    #[test]
    fn what_a_platform_says_gives_no_orders_to_the_terminal() {
        let failure = Failure::usage("It\u{1b}[2J failed", "One.\nTwo\u{202e}.");
        assert_eq!(failure.text(), "It\\u{1b}[2J failed.\nOne.\nTwo\\u{202e}.");
    }
}
