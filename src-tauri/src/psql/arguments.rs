//! Which arguments the page may add to psql: those that change how results are shown, and nothing else.
//!
//! Whatever runs a command, reads or writes a file, or leads to another server is not among them: `-c`, `-f`, `-v`, `-o`, `-L`,
//! a connection. At psql's own prompt a person types all of that themselves.

use app::text::{is_disruptive, one_line};

/// Single letters without a value, with their long names.
const FLAGS: &[(char, &str)] = &[
    ('a', "echo-all"),
    ('A', "no-align"),
    ('b', "echo-errors"),
    ('e', "echo-queries"),
    ('E', "echo-hidden"),
    ('H', "html"),
    ('l', "list"),
    ('n', "no-readline"),
    ('q', "quiet"),
    ('s', "single-step"),
    ('S', "single-line"),
    ('t', "tuples-only"),
    ('x', "expanded"),
    ('X', "no-psqlrc"),
    ('z', "field-separator-zero"),
    ('0', "record-separator-zero"),
    ('1', "single-transaction"),
];

/// Long names alone.
const LONG_FLAGS: &[&str] = &["csv"];

/// Those with a value.
const VALUED: &[(char, &str)] = &[
    ('F', "field-separator"),
    ('P', "pset"),
    ('R', "record-separator"),
    ('T', "table-attr"),
];

/// Gives the first word that psql is not started with.
pub fn refused(words: &[String]) -> Option<String> {
    let mut words = words.iter();
    if let Some(word) = words.clone().find(|word| word.contains(is_disruptive)) {
        return Some(named(word));
    }
    while let Some(word) = words.next() {
        let takes_next = match read(word) {
            Some(Read::Whole) => false,
            Some(Read::NeedsValue) => true,
            None => return Some(named(word)),
        };
        if takes_next && words.next().is_none() {
            return Some(named(word));
        }
    }
    None
}

enum Read {
    /// With its value, where it takes one.
    Whole,
    /// Its value is the next word.
    NeedsValue,
}

fn read(word: &str) -> Option<Read> {
    if let Some(long) = word.strip_prefix("--") {
        // Exactly: psql itself would take the beginning of a name for the whole.
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        let is_flag = LONG_FLAGS.contains(&name) || FLAGS.iter().any(|(_, known)| *known == name);
        let is_valued = VALUED.iter().any(|(_, known)| *known == name);
        return match value {
            None if is_flag => Some(Read::Whole),
            None if is_valued => Some(Read::NeedsValue),
            Some(_) if is_valued => Some(Read::Whole),
            _ => None,
        };
    }
    let letters = word
        .strip_prefix('-')
        .filter(|letters| !letters.is_empty())?;
    for (at, letter) in letters.char_indices() {
        if VALUED.iter().any(|(known, _)| *known == letter) {
            let rest = &letters[at + letter.len_utf8()..];
            return Some(if rest.is_empty() {
                Read::NeedsValue
            } else {
                Read::Whole
            });
        }
        if !FLAGS.iter().any(|(known, _)| *known == letter) {
            return None;
        }
    }
    Some(Read::Whole)
}

/// The option alone: what is behind it may be long, and nobody needs it to know what is meant.
fn named(word: &str) -> String {
    let name = word.split('=').next().unwrap_or_default();
    one_line(name).chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &[&str]) -> Option<String> {
        let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
        refused(&words)
    }

    #[test]
    fn what_changes_how_results_look_is_passed_on() {
        for words in [
            &["--csv"][..],
            &["-A", "-t", "-x"],
            &["-Atx"],
            &["-F", ";"],
            &["-F;"],
            &["-AtF", "-c"],
            &["--pset=border=2", "--pset", "null=∅"],
            &["-P", "format=wrapped", "-X"],
            &[],
        ] {
            assert_eq!(check(words), None, "{words:?}");
        }
    }

    #[test]
    fn nothing_that_runs_writes_or_leads_elsewhere_is_passed_on() {
        for (words, expected) in [
            (&["-c", "\\! id"][..], "-c"),
            (&["-c\\! id"], "-c\\! id"),
            (&["-Atc", "select 1"], "-Atc"),
            (&["--command=\\! id"], "--command"),
            (&["--comm", "x"], "--comm"),
            (&["-f", "/tmp/a"], "-f"),
            (&["--file=/tmp/a"], "--file"),
            (&["-v", "x=1"], "-v"),
            (&["--set", "x=1"], "--set"),
            (&["--variable=PROMPT1=%`id`"], "--variable"),
            (&["-o", "|id"], "-o"),
            (&["--output=|id"], "--output"),
            (&["-L", "/tmp/a"], "-L"),
            (&["--log-file=/tmp/a"], "--log-file"),
            (&["-h", "evil.example"], "-h"),
            (&["--host=evil.example"], "--host"),
            (&["-p", "1"], "-p"),
            (&["-U", "x"], "-U"),
            (&["-d", "host=evil.example"], "-d"),
            (&["-w"], "-w"),
            (&["host=evil.example sslmode=disable"], "host"),
            (
                &["postgresql://evil.example/x"],
                "postgresql://evil.example/x",
            ),
            (&["--", "x"], "--"),
            (&["-"], "-"),
            (&[""], ""),
            (&["--csv=1"], "--csv"),
            (&["-F"], "-F"),
            // psql writes a separator to the terminal as it is.
            (&["-F", "\u{1b}]0;title\u{7}"], "]0;title"),
            (&["--pset=null=\u{9b}31m"], "--pset"),
            (&["-A", "-R", "\u{202e}"], ""),
        ] {
            assert_eq!(check(words).as_deref(), Some(expected), "{words:?}");
        }
    }
}
