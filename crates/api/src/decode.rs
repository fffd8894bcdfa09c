//! Decodes JSON bodies. Errors and logs say where a body is wrong and never what stands there.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};

/// Longest path that is reported, in characters.
const MAX_PATH: usize = 100;

/// A body with more unreadable parts than this is taken for something else and given up.
const MAX_UNREADABLE: usize = 64;

/// Where and how a body differs from what was expected. Holds none of its values, which may be secrets.
#[derive(Debug)]
pub(crate) struct DecodeError {
    /// The JSON path of the first wrong place; `.` is the whole body. Always `.` for a body that is not JSON: what looks
    /// like a field name there could be anything, even a secret.
    pub(crate) path: String,
    /// Continues "the response …".
    pub(crate) reason: &'static str,
    /// Whether the body ends too early.
    pub(crate) is_cut: bool,
}

/// A value of the reply that is known from the request: the object (empty for the body itself), its field, and the value.
pub(crate) type KnownField = (&'static str, &'static str, String);

/// A text of a body. It is copied only where escapes in it have to be replaced.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct Text<'a>(#[serde(borrow)] pub(crate) Cow<'a, str>);

/// Decodes a JSON body. Unknown fields are ignored.
pub(crate) fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T, DecodeError> {
    serde_json::from_slice(body).map_err(|error| {
        let is_json = error.classify() == Category::Data;
        DecodeError::at(is_json.then(|| path_of_error::<T>(body)).flatten(), &error)
    })
}

/// Where a body that is JSON first differs from what was expected. Following the path costs time and code, so it is done
/// only for a body that was refused without.
fn path_of_error<T: DeserializeOwned>(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let error = serde_path_to_error::deserialize::<_, T>(&body).err()?;
    Some(shown(error.path()))
}

/// Decodes a JSON body and leaves out what cannot be decoded: the field, or the list entry or object that needs it. Returns
/// the paths of what was left out beside the value. For replies to writes: a new id, or a password that is shown once, must
/// not be lost because some other field has an unexpected type.
pub(crate) fn decode_partly<T: DeserializeOwned>(
    body: &[u8],
    known_fields: &[KnownField],
) -> Result<(T, Vec<String>), DecodeError> {
    let first = match decode(body) {
        Ok(value) => return Ok((value, Vec::new())),
        Err(error) => error,
    };
    let Ok(mut rest) = serde_json::from_slice::<Value>(body) else {
        return Err(first);
    };
    let mut unread = Vec::new();
    // Each round removes the first part that fails, until the rest decodes.
    while unread.len() < MAX_UNREADABLE {
        let error = match serde_path_to_error::deserialize(&rest) {
            Ok(value) => return Ok((value, unread)),
            Err(error) => error,
        };
        let path = shown(error.path());
        if !fill_in(&mut rest, known_fields) && !take_out(&mut rest, error.path()) {
            break;
        }
        if unread.last() != Some(&path) {
            unread.push(path);
        }
    }
    Err(first)
}

/// Fills in known fields that hold no text. False when none was missing.
fn fill_in(body: &mut Value, known_fields: &[KnownField]) -> bool {
    let mut is_changed = false;
    for (object, field, text) in known_fields {
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

/// Removes the value at a path. If it is missing there, removes the object or list entry that lacks it. False when that is
/// the whole body.
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
    path.take(MAX_PATH).collect()
}

impl DecodeError {
    fn at(path: Option<String>, error: &serde_json::Error) -> Self {
        let category = error.classify();
        Self {
            path: path.unwrap_or_else(|| ".".to_owned()),
            reason: match category {
                Category::Data => "has an unexpected shape",
                Category::Eof => "ends too early",
                Category::Syntax | Category::Io => "is not JSON",
            },
            is_cut: category == Category::Eof,
        }
    }
}
