use std::ops::Range;

use secrecy::{ExposeSecret, SecretString};

use super::parse::{EntryKind, EnvFile};
use crate::connect::DatabaseUrl;
use crate::link::claim_id;

const CLAIM_SUFFIX: &str = "POSTGRES_CLAIM_URL";
/// What former releases of the platform's tools wrote.
const FORMER_CLAIM_NAMES: [&str; 2] = [
    "PUBLIC_INSTAGRES_CLAIM_URL",
    "PUBLIC_NEON_LAUNCHPAD_CLAIM_URL",
];
const DIRECT_SUFFIX: &str = "_DIRECT";
const POOLED_SUFFIX: &str = "_POOLER";

/// A claim link found in an env file, with the connection strings that seem to belong to it.
#[derive(Debug, Clone)]
pub struct FoundClaim {
    /// The variable that holds the link.
    pub variable: String,
    /// The link.
    pub url: SecretString,
    /// The variable's first physical line, from 1.
    pub line: usize,
    /// The pooled connection string, or the only one there is.
    pub connection: Option<EnvValue>,
    /// The direct connection string beside it.
    pub direct: Option<EnvValue>,
}

/// A variable and its value.
#[derive(Debug, Clone)]
pub struct EnvValue {
    /// The variable's name.
    pub variable: String,
    /// Its value without quotes.
    pub value: SecretString,
    /// The variable's first physical line, from 1.
    pub line: usize,
}

/// Finds the claim links of temporary databases: variables that end in `POSTGRES_CLAIM_URL` and those
/// of older tools, with a link of the form `/claim/{id}` or `/database/{id}`. The connection string is
/// the nearest one above the link, else the nearest below. With duplicates the last one counts.
pub fn find_claim_links(bytes: &[u8]) -> Vec<FoundClaim> {
    let values = values(bytes);
    let connections: Vec<&EnvValue> = values
        .iter()
        .filter(|value| value.value.expose_secret().parse::<DatabaseUrl>().is_ok())
        .collect();
    values
        .iter()
        .filter(|value| is_claim_name(&value.variable))
        .filter(|value| claim_id(value.value.expose_secret()).is_some())
        .map(|claim| {
            let (connection, direct) = connections_near(claim.line, &connections);
            FoundClaim {
                variable: claim.variable.clone(),
                url: claim.value.clone(),
                line: claim.line,
                connection,
                direct,
            }
        })
        .collect()
}

fn is_claim_name(name: &str) -> bool {
    name.ends_with(CLAIM_SUFFIX) || FORMER_CLAIM_NAMES.contains(&name)
}

fn values(bytes: &[u8]) -> Vec<EnvValue> {
    let file = EnvFile::parse(bytes);
    let read = |range: Range<usize>| str::from_utf8(file.slice(&range)).ok();
    file.entries()
        .iter()
        .enumerate()
        .filter_map(|(index, entry)| {
            let EntryKind::Assignment(found) = &entry.kind else {
                return None;
            };
            let name = read(found.name.clone())?;
            (file.last(name)?.0 == index).then_some(EnvValue {
                variable: name.to_owned(),
                value: read(found.content())?.into(),
                line: entry.line,
            })
        })
        .collect()
}

/// The nearest connection string with its sibling: `X` and `X_DIRECT`, or the older `X_POOLER` and `X`.
fn connections_near(
    line: usize,
    connections: &[&EnvValue],
) -> (Option<EnvValue>, Option<EnvValue>) {
    let above = connections.iter().rfind(|found| found.line < line);
    let Some(nearest) = above.or_else(|| connections.iter().find(|found| found.line > line)) else {
        return (None, None);
    };
    let named = |name: &str| {
        let found = connections.iter().find(|found| found.variable == name);
        found.map(|found| (*found).clone())
    };
    let name = nearest.variable.as_str();
    let base = name
        .strip_suffix(DIRECT_SUFFIX)
        .or_else(|| name.strip_suffix(POOLED_SUFFIX))
        .unwrap_or(name);
    let pooled = named(&format!("{base}{POOLED_SUFFIX}"));
    if pooled.is_some() {
        return (pooled, named(base));
    }
    let direct = named(&format!("{base}{DIRECT_SUFFIX}"));
    (named(base).or_else(|| direct.clone()), direct)
}
