//! Whether a resource has the fields that a request asked for.

use serde_json::Value;

/// How the requested fields compare with those that were read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Compared {
    /// Every field is as requested.
    Same,
    /// A field has another value.
    Different,
    /// No field has another value, but not all can be read.
    Unseen,
}

/// Whether `found` has everything that `expected` has, at any depth. A field that `found` lacks cannot be seen.
pub(crate) fn covers(expected: &Value, found: &Value) -> Compared {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            expected
                .iter()
                .fold(Compared::Same, |so_far, (field, value)| {
                    let one = found
                        .get(field)
                        .map_or(Compared::Unseen, |found| covers(value, found));
                    both(so_far, one)
                })
        }
        (Value::Number(one), Value::Number(other)) if one.as_f64() == other.as_f64() => {
            Compared::Same
        }
        (one, other) if one == other => Compared::Same,
        _ => Compared::Different,
    }
}

fn both(one: Compared, other: Compared) -> Compared {
    match (one, other) {
        (Compared::Different, _) | (_, Compared::Different) => Compared::Different,
        (Compared::Unseen, _) | (_, Compared::Unseen) => Compared::Unseen,
        (Compared::Same, Compared::Same) => Compared::Same,
    }
}

/// Without the fields that the platform did not show.
pub(crate) fn present(mut fields: Value) -> Value {
    if let Some(fields) = fields.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    fields
}
