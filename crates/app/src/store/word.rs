//! Enums as the words that serde gives them, so that the store and the window spell them alike.

use serde::Serialize;
use serde::de::value::{Error as Unknown, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};

/// The word of a variant without fields.
pub(super) fn of<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// The variant of a word, when there is one.
pub(super) fn read<T: DeserializeOwned>(word: &str) -> Option<T> {
    let word: StrDeserializer<'_, Unknown> = word.into_deserializer();
    T::deserialize(word).ok()
}

/// A record as JSON, or nothing.
pub(super) fn json<T: Serialize>(value: Option<&T>) -> Option<String> {
    value.and_then(|value| serde_json::to_string(value).ok())
}

/// A record from JSON. What cannot be read, such as from a newer version, is left out.
pub(super) fn read_json<T: DeserializeOwned>(text: Option<String>) -> Option<T> {
    text.and_then(|text| serde_json::from_str(&text).ok())
}
