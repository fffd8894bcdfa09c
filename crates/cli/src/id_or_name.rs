//! Things of a list by what a person types for them.

use serde_json::Value;

/// The thing with this id, or else all with this name. An id comes first: a name may look like one.
pub fn matching<'a>(all: &'a [Value], wanted: &str) -> Vec<&'a Value> {
    match all.iter().find(|one| one["id"] == wanted) {
        Some(found) => vec![found],
        None => all.iter().filter(|one| one["name"] == wanted).collect(),
    }
}
