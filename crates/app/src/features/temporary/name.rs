//! Names in the list.

use rusqlite::Connection;

use crate::Error;
use crate::base::clock::Clock;
use crate::store::table;

const LONGEST: usize = 64;
const TRIES: usize = 24;

const FIRST: &[&str] = &[
    "amber", "ample", "autumn", "azure", "balmy", "bold", "brave", "bright", "brisk", "calm",
    "candid", "cedar", "clear", "cobalt", "coral", "cosy", "crisp", "deep", "deft", "dewy",
    "eager", "early", "easy", "fair", "fleet", "fresh", "frosty", "gentle", "gilded", "glad",
    "golden", "green", "hazel", "honest", "indigo", "ivory", "jolly", "keen", "kind", "lively",
    "lucid", "lunar", "mellow", "merry", "mild", "misty", "mossy", "neat", "nimble", "noble",
    "olive", "open", "pale", "patient", "plain", "polar", "proud", "quick", "quiet", "rapid",
    "rosy", "round", "ruddy", "rustic", "sandy", "serene", "sharp", "silent", "silver", "simple",
    "sleek", "snowy", "soft", "solar", "spry", "steady", "still", "sturdy", "sunny", "swift",
    "tidy", "tranquil", "true", "velvet", "vivid", "warm", "wide", "windy", "wise", "young",
];

const SECOND: &[&str] = &[
    "anchor", "arch", "basin", "bay", "beacon", "birch", "bridge", "brook", "canyon", "cape",
    "cedar", "cliff", "cloud", "comet", "coast", "cove", "creek", "crest", "dale", "dawn", "delta",
    "dune", "dusk", "ember", "fern", "field", "fjord", "forest", "fountain", "garden", "glade",
    "glen", "grove", "gull", "harbor", "haven", "heath", "heron", "hill", "island", "lagoon",
    "lake", "lantern", "lark", "ledge", "lily", "linden", "maple", "marsh", "meadow", "mesa",
    "mill", "moon", "moor", "oak", "orchard", "otter", "pass", "path", "peak", "pebble", "pine",
    "plain", "pond", "prairie", "quay", "rain", "rapids", "reed", "reef", "ridge", "river",
    "robin", "shore", "sky", "sparrow", "spring", "star", "stone", "stream", "summit", "swan",
    "terrace", "tide", "trail", "valley", "vista", "wave", "willow", "wren",
];

/// Two words that no row has as its name yet, with a number behind them where it must be.
pub(super) fn fresh(store: &Connection, clock: &dyn Clock) -> Result<String, Error> {
    let mut name = String::new();
    for _ in 0..TRIES {
        name = format!("{}-{}", pick(FIRST, clock), pick(SECOND, clock));
        if !table::temporary::has_name(store, &name)? {
            return Ok(name);
        }
    }
    let mut number = 2_u64;
    while table::temporary::has_name(store, &format!("{name}-{number}"))? {
        number += 1;
    }
    Ok(format!("{name}-{number}"))
}

/// A name as a person typed it: 1 to 64 characters without control characters, and without blanks at its ends.
pub(super) fn check(text: &str) -> Result<String, Error> {
    let name = text.trim();
    if name.is_empty() {
        return Err(Error::invalid("The name is empty").hint("Enter at least one character."));
    }
    if name != text {
        return Err(Error::invalid("The name begins or ends with a blank")
            .hint("Remove the blanks at its ends."));
    }
    if name.chars().count() > LONGEST {
        return Err(Error::invalid("The name is too long").hint("Use at most 64 characters."));
    }
    if name.chars().any(char::is_control) {
        return Err(Error::invalid("The name contains control characters")
            .hint("Use visible characters only."));
    }
    Ok(name.to_owned())
}

fn pick(words: &'static [&'static str], clock: &dyn Clock) -> &'static str {
    let index = usize::try_from(clock.random() % words.len() as u64).unwrap_or_default();
    words.get(index).copied().unwrap_or("plain")
}
