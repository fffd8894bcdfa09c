use std::ops::Range;

use envfile::{EntryKind, EnvFile, Reading, Reason};
use pgclient::DatabaseUrl;
use secrecy::{ExposeSecret, SecretString};

use super::env_block::{EXPIRY_COMMENTS, LINK_COMMENTS};
use crate::base::link::claim_id;

const CLAIM_SUFFIX: &str = "POSTGRES_CLAIM_URL";
/// What earlier releases of the platform's tools wrote.
const EARLIER_CLAIM_NAMES: [&str; 2] = [
    "PUBLIC_INSTAGRES_CLAIM_URL",
    "PUBLIC_NEON_LAUNCHPAD_CLAIM_URL",
];
const DIRECT_SUFFIX: &str = "_DIRECT";
const POOLED_SUFFIX: &str = "_POOLER";

/// A claim link found in an env file, with the connection strings that belong to it.
#[derive(Debug, Clone)]
pub struct ClaimLink {
    /// The variable that holds the link.
    pub variable: String,
    /// The link.
    pub url: SecretString,
    /// The variable's first physical line, from 1.
    pub line: usize,
    /// The pooled connection string, or the only one there is.
    pub connection: Option<EnvVariable>,
    /// The direct connection string beside it.
    pub direct: Option<EnvVariable>,
}

/// A variable and its value.
#[derive(Debug, Clone)]
pub struct EnvVariable {
    /// The variable's name.
    pub variable: String,
    /// Its value without quotes.
    pub value: SecretString,
    /// The variable's first physical line, from 1.
    pub line: usize,
}

/// What an entry of the file is, as far as blocks go.
enum Item {
    /// A block's first comment.
    Expiry,
    /// A block's second comment.
    Link,
    /// A variable that counts, with what it says when it is a connection string.
    Value(EnvVariable, Option<Box<DatabaseUrl>>),
    /// Anything else. It ends a block.
    Other,
}

/// Finds the claim links of temporary databases: variables that end in `POSTGRES_CLAIM_URL` and those
/// of older tools, with a link of the form `/claim/{id}` or `/database/{id}`. A connection string counts only as part of
/// the link's block, without a line between them: with its sibling for the same database, or below a block's comments.
/// Any other may be another database's. With duplicates the last one counts.
pub fn find_claim_links(bytes: &[u8]) -> Vec<ClaimLink> {
    let items = items_of(bytes);
    let claims = items.iter().enumerate().filter_map(|(at, it)| match it {
        Item::Value(value, None) => Some((at, value)),
        _ => None,
    });
    claims
        .filter(|(_, value)| is_claim_name(&value.variable))
        .filter(|(_, value)| claim_id(value.value.expose_secret()).is_some())
        .map(|(at, claim)| {
            let (connection, direct) = connections_beside(&items[..at], &items[at + 1..]);
            ClaimLink {
                variable: claim.variable.clone(),
                url: claim.value.clone(),
                line: claim.line,
                connection,
                direct,
            }
        })
        .collect()
}

/// Finds connection strings in an env file. With duplicates the last one counts, and beside `X` the `X_DIRECT` of the same
/// database is not another one. A value that programs would replace a part of, such as `${DB_USER}`, is no string yet.
pub(crate) fn find_connections(bytes: &[u8]) -> Vec<(EnvVariable, DatabaseUrl)> {
    let items = items_of(bytes).into_iter();
    let found: Vec<_> = items
        .filter_map(|item| match item {
            Item::Value(value, Some(url)) if !is_expanded(bytes, &value.variable) => {
                Some((value, *url))
            }
            _ => None,
        })
        .collect();
    let is_direct = |(value, url): &(EnvVariable, DatabaseUrl)| {
        let base = value.variable.strip_suffix(DIRECT_SUFFIX);
        let mut others = found.iter();
        others
            .any(|(other, its)| Some(other.variable.as_str()) == base && is_same_database(its, url))
    };
    let own = found.iter().filter(|it| !is_direct(it));
    own.cloned().collect()
}

/// Returns true if a value has a name or a command that programs replace.
fn is_expanded(bytes: &[u8], variable: &str) -> bool {
    let reading = Reading::of(&[("", EnvFile::parse(bytes))], variable, None);
    matches!(reading, Reading::Disputed(dispute) if dispute.reason == Reason::Expansion)
}

fn is_claim_name(name: &str) -> bool {
    name.ends_with(CLAIM_SUFFIX) || EARLIER_CLAIM_NAMES.contains(&name)
}

fn items_of(bytes: &[u8]) -> Vec<Item> {
    let file = EnvFile::parse(bytes);
    let read = |range: &Range<usize>| str::from_utf8(file.slice(range)).ok();
    let value = |index: usize| {
        let entry = &file.entries()[index];
        let EntryKind::Assignment(found) = &entry.kind else {
            return None;
        };
        let name = read(&found.name)?;
        let value = read(&found.content())?;
        let counts = file.last(name)?.0 == index;
        counts.then(|| {
            let found = EnvVariable {
                variable: name.to_owned(),
                value: value.into(),
                line: entry.line,
            };
            Item::Value(found, value.parse().ok().map(Box::new))
        })
    };
    let comment = |span: &Range<usize>| {
        let text = file.slice(span).trim_ascii_start();
        if starts_with_any(text, &EXPIRY_COMMENTS) {
            Item::Expiry
        } else if starts_with_any(text, &LINK_COMMENTS) {
            Item::Link
        } else {
            Item::Other
        }
    };
    let entries = file.entries().iter().enumerate();
    entries
        .map(|(index, entry)| match entry.kind {
            EntryKind::Comment => comment(&entry.span),
            _ => value(index).unwrap_or(Item::Other),
        })
        .collect()
}

fn starts_with_any(comment: &[u8], starts: &[&str]) -> bool {
    let mut starts = starts.iter();
    starts.any(|start| comment.starts_with(start.as_bytes()))
}

/// The pooled and the direct connection string of a link's block, which is written above the link, by some tools below.
fn connections_beside(
    above: &[Item],
    below: &[Item],
) -> (Option<EnvVariable>, Option<EnvVariable>) {
    let run: Vec<_> = above.iter().rev().map_while(connection).collect();
    if run.is_empty() {
        let run: Vec<_> = below.iter().map_while(connection).collect();
        return siblings(&run);
    }
    let found = siblings(&run);
    let comments = &above[..above.len() - run.len()];
    match run.last() {
        Some((first, _))
            if found.0.is_none() && matches!(comments, [.., Item::Expiry, Item::Link]) =>
        {
            let direct = first.variable.ends_with(DIRECT_SUFFIX);
            let first = (*first).clone();
            (Some(first.clone()), direct.then_some(first))
        }
        _ => found,
    }
}

fn connection(item: &Item) -> Option<(&EnvVariable, &DatabaseUrl)> {
    match item {
        Item::Value(value, Some(url)) => Some((value, url)),
        _ => None,
    }
}

/// The nearest connection string with its sibling of the same database: `X` and `X_DIRECT`, or the older `X_POOLER` and
/// `X`. The nearest comes first.
fn siblings(run: &[(&EnvVariable, &DatabaseUrl)]) -> (Option<EnvVariable>, Option<EnvVariable>) {
    let Some((nearest, _)) = run.first() else {
        return (None, None);
    };
    let named = |name: &str| run.iter().find(|(found, _)| found.variable == name);
    let name = nearest.variable.as_str();
    let base = name
        .strip_suffix(DIRECT_SUFFIX)
        .or_else(|| name.strip_suffix(POOLED_SUFFIX))
        .unwrap_or(name);
    let pooled = named(&format!("{base}{POOLED_SUFFIX}"));
    let pair = match pooled {
        Some(pooled) => Some(pooled).zip(named(base)),
        None => named(base).zip(named(&format!("{base}{DIRECT_SUFFIX}"))),
    };
    match pair {
        Some(((pooled, one), (direct, other))) if is_same_database(one, other) => {
            (Some((*pooled).clone()), Some((*direct).clone()))
        }
        _ => (None, None),
    }
}

fn is_same_database(one: &DatabaseUrl, other: &DatabaseUrl) -> bool {
    one.direct().expose() == other.direct().expose()
}
