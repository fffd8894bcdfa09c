//! Takes what may be secret, and on demand what names somebody's things, out of a text that others wrote.
//!
//! Three rules, each by itself enough for most: secrets that are in memory are looked for as they are; a value is removed
//! where its name says that it is secret; and so is each word that has the shape of a key, an id, an address or a
//! connection string, whatever it is.

use std::net::{IpAddr, SocketAddr};

use secrecy::{ExposeSecret, SecretString};

use super::shape::{is_id, is_key, is_name_of_host, is_uuid};

pub(super) const REMOVED: &str = "[removed]";
const CONNECTION: &str = "[connection string]";
const ADDRESS: &str = "[address]";
const HOST: &str = "[host]";
const ID: &str = "[id]";

/// Shorter ones would be found in words that have nothing to do with them.
const SHORTEST_SECRET: usize = 6;
const SHORTEST_NAME: usize = 3;

/// What separates words.
const BETWEEN: &[char] = &[
    '"', '\'', '`', '(', ')', '<', '>', '[', ']', '{', '}', ',', ';', '|',
];
/// What separates the parts of a word.
const WITHIN: &[char] = &['=', ':', '/', '&', '?', '#', '\\', '!', '*', '$'];

/// What is taken out of a text.
pub(super) struct Mask {
    secrets: Vec<SecretString>,
    /// Names and ids of things, with what stands for each.
    names: Vec<(String, String)>,
    shows_names: bool,
    home: Option<String>,
}

impl Mask {
    /// With the secrets that are known, and names and ids with what stands for each. Names, ids and hosts stay where
    /// `shows_names` is set.
    pub(super) fn new(
        mut secrets: Vec<SecretString>,
        mut names: Vec<(String, String)>,
        shows_names: bool,
    ) -> Self {
        secrets.retain(|it| it.expose_secret().len() >= SHORTEST_SECRET);
        // One that holds another goes first.
        secrets.sort_by_key(|it| std::cmp::Reverse(it.expose_secret().len()));
        if shows_names {
            names.clear();
        }
        names.retain(|(name, _)| name.len() >= SHORTEST_NAME);
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let home = std::env::home_dir().map(|home| home.display().to_string());
        Self {
            secrets,
            names,
            shows_names,
            home: home.filter(|home| home.len() > 1),
        }
    }

    /// One line of a text.
    pub(super) fn line(&self, line: &str) -> String {
        let mut text: String = line.chars().map(plain).collect();
        text = self.without_known(&text);
        text = without_named_values(&text);
        if let Some(home) = &self.home {
            text = text.replace(home.as_str(), "~");
        }
        for (name, put) in &self.names {
            text = replace_word(&text, name, put);
        }
        let is_end = |c: char| c.is_whitespace() || BETWEEN.contains(&c);
        pieces(&text, is_end).map(|word| self.word(word)).collect()
    }

    /// Without the secrets that are known, whatever else it says.
    pub(super) fn without_known(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for secret in &self.secrets {
            text = text.replace(secret.expose_secret(), REMOVED);
        }
        text
    }

    fn word(&self, word: &str) -> String {
        if let Some(at) = word.find("://") {
            return self.url(word, at);
        }
        let (core, end) = without_stop(word);
        if let Some(shown) = self.whole(core) {
            return shown + end;
        }
        let parts = pieces(word, |c| WITHIN.contains(&c));
        parts
            .map(|part| {
                let (core, end) = without_stop(part);
                match self.whole(core) {
                    Some(shown) => shown + end,
                    None => part.to_owned(),
                }
            })
            .collect()
    }

    /// What stands for a word that is not shown.
    fn whole(&self, word: &str) -> Option<String> {
        let address = word.parse::<IpAddr>().ok();
        let address = address.or_else(|| Some(word.parse::<SocketAddr>().ok()?.ip()));
        if let Some(address) = address {
            let is_shown = self.shows_names || address.is_loopback() || address.is_unspecified();
            return (!is_shown).then(|| ADDRESS.to_owned());
        }
        if is_uuid(word) {
            return Some(ID.to_owned());
        }
        if is_id(word) {
            return (!self.shows_names).then(|| ID.to_owned());
        }
        if word
            .find('@')
            .is_some_and(|at| at > 0 && at + 1 < word.len())
        {
            return Some(ADDRESS.to_owned());
        }
        if is_name_of_host(word) {
            return (!self.shows_names).then(|| HOST.to_owned());
        }
        is_key(word).then(|| REMOVED.to_owned())
    }

    /// Of an address of the web its scheme and host; of any other nothing.
    fn url(&self, word: &str, at: usize) -> String {
        let start = word[..at]
            .rfind(|c: char| !c.is_ascii_alphanumeric() && c != '+')
            .map_or(0, |last| {
                last + word[last..].chars().next().map_or(1, char::len_utf8)
            });
        let before = self.before_url(&word[..start]);
        let scheme = &word[start..at];
        let rest = &word[at + 3..];
        if !matches!(scheme, "http" | "https") {
            return before + CONNECTION;
        }
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let host = match authority.rsplit_once('@') {
            Some((_, host)) => format!("{REMOVED}@{}", self.word(host)),
            None => self.word(authority),
        };
        let path = if path.len() > 1 { "/…" } else { path };
        format!("{before}{scheme}://{host}{path}")
    }

    fn before_url(&self, before: &str) -> String {
        if before.is_empty() {
            String::new()
        } else {
            self.word(before)
        }
    }
}

/// Parts with what ends each.
fn pieces(text: &str, is_end: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = if is_end(first) {
            first.len_utf8()
        } else {
            rest.find(&is_end).unwrap_or(rest.len())
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// A word and the stop after it.
fn without_stop(word: &str) -> (&str, &str) {
    word.split_at(word.trim_end_matches(['.', ':', '!', '?']).len())
}

/// Nothing that moves what stands beside it.
fn plain(c: char) -> char {
    let moves = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    if c.is_control() || moves { ' ' } else { c }
}

fn replace_word(text: &str, name: &str, put: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, from) = rest.split_at(at);
        let after = &from[name.len()..];
        let is_inside = before
            .chars()
            .next_back()
            .is_some_and(char::is_alphanumeric)
            || after.chars().next().is_some_and(char::is_alphanumeric);
        out.push_str(before);
        out.push_str(if is_inside { name } else { put });
        rest = after;
    }
    out + rest
}

/// Names of values that are secret, wherever they stand in a name.
const SECRET_NAMES: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "token",
    "apikey",
    "api_key",
    "api-key",
    "authorization",
    "cookie",
    "credential",
    "private_key",
    "access_key",
    "signature",
];

fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "key"
        || name.ends_with("_key")
        || name.ends_with("-key")
        || name == "pass"
        || SECRET_NAMES.iter().any(|part| name.contains(part))
}

/// Without the values of what is called a password, a token or the like: `password=…`, `"secret": "…"`, `PASSWORD '…'`.
fn without_named_values(text: &str) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_name) {
        out.push_str(&rest[..start]);
        let named = &rest[start..];
        let end = named.find(|c| !is_name(c)).unwrap_or(named.len());
        let (name, after) = named.split_at(end);
        let is_path = out.ends_with("::") && after.starts_with(':');
        out.push_str(name);
        rest = after;
        if is_path || !is_secret_name(name) {
            continue;
        }
        let Some(value) = value_after(after) else {
            continue;
        };
        out.push_str(&after[..value.start]);
        out.push_str(REMOVED);
        rest = &after[value.end..];
    }
    out + rest
}

/// Where the value stands in what comes after a name.
fn value_after(after: &str) -> Option<std::ops::Range<usize>> {
    let named = after.trim_start_matches(['"', '\'']).trim_start();
    let (is_given, given) = match named.strip_prefix([':', '=']) {
        Some(given) => (true, given.trim_start_matches(['=', '>']).trim_start()),
        None => (false, named),
    };
    let start = after.len() - given.len();
    let quote = given
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'));
    if let Some(quote) = quote {
        return Some(start..start + quoted(given, quote));
    }
    if !is_given {
        return None;
    }
    let word = |text: &str| {
        text.find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ')' | '}' | ']' | '&'))
            .unwrap_or(text.len())
    };
    let mut end = word(given);
    let scheme = &given[..end];
    if scheme.eq_ignore_ascii_case("bearer") || scheme.eq_ignore_ascii_case("basic") {
        let more = given[end..].trim_start();
        end = given.len() - more.len() + word(more);
    }
    Some(start..start + end)
}

/// The length of a quoted text with its quotes; to the end where it is cut off.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = letters.next() {
        if c == quote && !escaped {
            // Doubled, it is a part of the text.
            if letters.next_if(|(_, next)| *next == quote).is_none() {
                return at + c.len_utf8();
            }
        } else {
            escaped = c == '\\' && !escaped;
        }
    }
    text.len()
}
