//! Words for states, actions, columns and error codes. They stand here alone: the core uses them in its log, its exports and
//! its notifications, and the window has the same from `ui/src/ipc/words.ts`, which is generated from [`tables`].

mod action;
mod code;
mod operation;
mod phrase;
mod state;

use serde::Serialize;

use super::{
    AccountState, BulkItemState, BulkState, BulkVerb, ContactReason, DiagnosticsSection, ErrorCode,
    ExpiryWarning, FolderState, FolderStep, IssueLevel, JobVerb, KeyKind, KeychainStatus, Outcome,
    RotationStep, SmtpStep, SmtpStepState, TemporaryState,
};

pub use action::Action;
pub use code::ActivityColumn;
pub(crate) use operation::{action_word, starts_compute, status_word};

/// A code that has a word.
pub trait Worded: Copy + Serialize + 'static {
    /// All of them, in the order in which they are listed.
    const ALL: &'static [Self];

    /// What it is called.
    fn word(self) -> &'static str;

    /// What it means or what to do about it; empty where the word says all.
    fn detail(self) -> &'static str;
}

/// The word of each code of one or more enums, and after `=>` what it means. A code without a word does not compile.
#[macro_export]
macro_rules! words {
    ($($type:ty { $($code:ident: $word:literal $(=> $detail:literal)?,)+ })+) => { $(
        impl $crate::view::words::Worded for $type {
            const ALL: &'static [Self] = &[$(Self::$code),+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$code => $word,)+
                }
            }

            fn detail(self) -> &'static str {
                match self {
                    $(Self::$code => concat!($($detail)?),)+
                }
            }
        }
    )+ };
}

/// The words of one kind, as the window gets them.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it is called there.
    pub name: &'static str,
    /// Each code with its words.
    pub rows: Vec<(String, Words)>,
}

/// What belongs to a code.
#[derive(Clone, Debug, PartialEq)]
pub enum Words {
    /// Its word.
    One(String),
    /// Several, by their names.
    Each(Vec<(&'static str, String)>),
}

impl Table {
    /// The words of an enum.
    #[must_use]
    pub fn of<T: Worded>(name: &'static str) -> Self {
        let word = |code: T| Words::One(code.word().to_owned());
        Self::by(name, T::ALL.iter().copied(), word)
    }

    /// The words of an enum, each with what it means; the window finds that by the name `detail`.
    #[must_use]
    pub fn explained<T: Worded>(name: &'static str, detail: &'static str) -> Self {
        let words = |code: T| [("word", code.word()), (detail, code.detail())];
        Self::by(name, T::ALL.iter().copied(), |code| {
            Words::Each(
                words(code)
                    .map(|(name, word)| (name, word.to_owned()))
                    .into(),
            )
        })
    }

    fn by<T: Copy + Serialize>(
        name: &'static str,
        codes: impl Iterator<Item = T>,
        words: impl Fn(T) -> Words,
    ) -> Self {
        let rows = codes.map(|it| (code(it), words(it)));
        Self {
            name,
            rows: rows.collect(),
        }
    }

    /// Sentences about what has no word of its own; the window finds each by the name `warning`.
    fn warnings(name: &'static str, sentences: &[(&str, &str)]) -> Self {
        let rows = sentences.iter().map(|(code, sentence)| {
            let named = vec![("warning", (*sentence).to_owned())];
            ((*code).to_owned(), Words::Each(named))
        });
        Self {
            name,
            rows: rows.collect(),
        }
    }

    /// The words of what the platform names itself, and may name otherwise one day.
    fn open(name: &'static str, words: &[(&str, &str)]) -> Self {
        let rows = words
            .iter()
            .map(|(code, word)| ((*code).to_owned(), Words::One((*word).to_owned())));
        Self {
            name,
            rows: rows.collect(),
        }
    }
}

/// What crosses to the window of a code.
fn code(code: impl Serialize) -> String {
    let value = serde_json::to_value(code).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Everything that has a word.
#[must_use]
pub fn tables() -> Vec<Table> {
    vec![
        Table::by("actions", Action::ALL.iter().copied(), |action| {
            Words::Each(vec![("order", action.order())])
        }),
        Table::by("bulkVerbs", BulkVerb::ALL.iter().copied(), |verb| {
            Words::Each(verb.action().templates())
        }),
        Table::by("jobVerbs", JobVerb::all(), |verb| Words::One(verb.doing())),
        Table::explained::<ErrorCode>("errors", "hint"),
        Table::of::<ActivityColumn>("activityColumns"),
        Table::of::<Outcome>("outcomes"),
        Table::of::<TemporaryState>("temporaryStates"),
        Table::of::<IssueLevel>("issueLevels"),
        Table::of::<ExpiryWarning>("expiryWarnings"),
        Table::explained::<FolderState>("folderStates", "next"),
        Table::of::<FolderStep>("folderSteps"),
        Table::warnings("gitStates", state::GIT),
        Table::open("memberRoles", state::MEMBER_ROLE),
        Table::open("branchStates", state::BRANCH),
        Table::open("computeStates", state::COMPUTE),
        Table::open("operationStates", operation::STATES),
        Table::of::<AccountState>("accountStates"),
        Table::of::<KeyKind>("keyKinds"),
        Table::of::<KeychainStatus>("keychainStates"),
        Table::explained::<RotationStep>("rotationSteps", "detail"),
        Table::of::<BulkState>("bulkStates"),
        Table::of::<BulkItemState>("bulkItemStates"),
        Table::of::<SmtpStep>("smtpSteps"),
        Table::of::<SmtpStepState>("smtpStepStates"),
        Table::explained::<ContactReason>("contactReasons", "detail"),
        Table::of::<DiagnosticsSection>("diagnosticsSections"),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_code_has_a_word_that_begins_a_label() {
        for Table { name, rows } in tables() {
            assert!(!rows.is_empty(), "{name}");
            let codes: BTreeSet<_> = rows.iter().map(|(code, _)| code).collect();
            assert_eq!(codes.len(), rows.len(), "{name} has a code twice");
            for (code, words) in &rows {
                assert!(!code.is_empty(), "a code of {name} is no string");
                if let Words::One(word) = words {
                    // The program is spelled so.
                    let is_label = word.starts_with(char::is_uppercase) || *word == "curl";
                    assert!(is_label, "{name}: {word}");
                    assert!(!word.ends_with('.'), "{name}: {word}");
                }
            }
        }
    }

    #[test]
    fn every_error_and_step_is_explained_in_a_sentence() {
        fn check<T: Worded>() {
            for it in T::ALL {
                let (word, detail) = (it.word(), it.detail());
                assert!(word.starts_with(char::is_uppercase), "{word}");
                assert!(!word.ends_with('.'), "{word}");
                assert!(detail.starts_with(char::is_uppercase), "{word}: {detail}");
                assert!(detail.ends_with('.'), "{word}: {detail}");
            }
        }
        check::<ErrorCode>();
        check::<FolderState>();
        check::<RotationStep>();
    }

    #[test]
    fn two_actions_are_never_called_the_same() {
        let orders: BTreeSet<_> = Action::ALL.iter().map(|it| it.order()).collect();
        assert_eq!(orders.len(), Action::ALL.len());
    }
}
