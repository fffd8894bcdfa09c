//! Reading a body without ever quoting it.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};

/// Longest path that is told, in characters.
const LONGEST: usize = 100;

/// So many odd places, and the body is another one than was expected.
const MOST_ODD: usize = 64;

/// Where and how a body differs from what was expected. Holds nothing of its values.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// Leads to the first wrong place; `.` is the whole. Not told of a body that is no JSON: what stands there for the
    /// name of a field may be anything, a secret too.
    pub(crate) path: String,
    /// Continues "the answer …".
    pub(crate) reason: &'static str,
    /// True when it ends too early.
    pub(crate) is_cut: bool,
}

/// What a reply has to say because the request said it: where, as its field and the field in that, and the text.
pub(crate) type Given = (&'static str, &'static str, String);

/// Reads a JSON body that may have more fields than are known.
pub(crate) fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T, Wrong> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| Wrong::at(shown(error.path()), error.inner()))?;
    deserializer
        .end()
        .map_err(|error| Wrong::at(String::new(), &error))?;
    Ok(value)
}

/// Reads a JSON body as [`decode`] does. Where something in it is odd, all but that is read: a field that cannot be is left
/// out, and an entry or an object that is nothing without that field. The paths of what was left out come with the value.
/// For replies of which the rest must not be lost, such as those with an id, or with a secret that is told once.
pub(crate) fn decode_partly<T: DeserializeOwned>(
    body: &[u8],
    given: &[Given],
) -> Result<(T, Vec<String>), Wrong> {
    let first = match decode(body) {
        Ok(value) => return Ok((value, Vec::new())),
        Err(wrong) => wrong,
    };
    let Ok(mut rest) = serde_json::from_slice::<Value>(body) else {
        return Err(first);
    };
    let mut unread = Vec::new();
    while unread.len() < MOST_ODD {
        let error = match serde_path_to_error::deserialize(&rest) {
            Ok(value) => return Ok((value, unread)),
            Err(error) => error,
        };
        let path = shown(error.path());
        if !fill_in(&mut rest, given) && !take_out(&mut rest, error.path()) {
            break;
        }
        if unread.last() != Some(&path) {
            unread.push(path);
        }
    }
    Err(first)
}

/// Puts what was given where no text is. False when it is all there.
fn fill_in(body: &mut Value, given: &[Given]) -> bool {
    let mut is_changed = false;
    for (object, field, text) in given {
        let object = if object.is_empty() {
            Some(&mut *body)
        } else {
            body.get_mut(*object)
        };
        let Some(object) = object.and_then(Value::as_object_mut) else {
            continue;
        };
        if !object.get(*field).is_some_and(Value::is_string) {
            object.insert((*field).to_owned(), Value::from(text.as_str()));
            is_changed = true;
        }
    }
    is_changed
}

/// Takes out what a path leads to, or as far as it leads. False when that is all there is.
fn take_out(body: &mut Value, path: &Path) -> bool {
    let segments: Vec<&Segment> = path.iter().collect();
    let mut at = body;
    for (number, segment) in segments.iter().enumerate() {
        let is_last = number + 1 == segments.len();
        let leads_on = |value: &Value| match segments.get(number + 1) {
            Some(Segment::Seq { index }) => value.get(index).is_some(),
            Some(Segment::Map { key }) => value.get(key).is_some(),
            _ => false,
        };
        match (segment, at) {
            (Segment::Map { key }, Value::Object(fields)) => {
                if !fields.get(key).is_some_and(|it| !is_last && leads_on(it)) {
                    return fields.remove(key).is_some();
                }
                let Some(next) = fields.get_mut(key) else {
                    return false;
                };
                at = next;
            }
            (Segment::Seq { index }, Value::Array(items)) if *index < items.len() => {
                if is_last || !leads_on(&items[*index]) {
                    items.remove(*index);
                    return true;
                }
                at = &mut items[*index];
            }
            _ => return false,
        }
    }
    false
}

fn shown(path: &Path) -> String {
    let path = path.to_string();
    let path = path.chars().filter(|c| !c.is_control());
    path.take(LONGEST).collect()
}

impl Wrong {
    fn at(path: String, error: &serde_json::Error) -> Self {
        let category = error.classify();
        Self {
            path: match category {
                Category::Data => path,
                Category::Eof | Category::Syntax | Category::Io => ".".to_owned(),
            },
            reason: match category {
                Category::Data => "has an unexpected shape",
                Category::Eof => "ends too early",
                Category::Syntax | Category::Io => "is not JSON",
            },
            is_cut: category == Category::Eof,
        }
    }
}
