//! Reading fields that may be missing, null, empty or masked.

use chrono::{DateTime, Datelike, Utc};
use secrecy::{ExposeSecret, SecretString};
use serde::de::{Error, IntoDeserializer};
use serde::{Deserialize, Deserializer};

use crate::decode::Text;

/// Null is the default.
pub(super) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// What is not published, and may one day come in another form: that is nothing.
pub(super) fn understood<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: serde::de::DeserializeOwned,
{
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).ok())
}

/// A time. "Never" comes as null, as an empty text or as the first second of year one.
pub(super) fn time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<DateTime<Utc>>, D::Error> {
    let Some(Text(text)) = Option::deserialize(deserializer)? else {
        return Ok(None);
    };
    if text.is_empty() {
        return Ok(None);
    }
    // Takes a third of the time of `parse`, which also reads other forms.
    let time = DateTime::parse_from_rfc3339(&text).map(|time| time.to_utc());
    let time = time
        .or_else(|_| text.parse())
        .map_err(|_| Error::custom("this is not a time"))?;
    Ok((time.year() > 1).then_some(time))
}

/// A word or an id. "None" comes as null or as an empty text.
pub(super) fn filled<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    match Option::deserialize(deserializer)? {
        Some(Text(text)) if !text.is_empty() => T::deserialize(text.into_deserializer()).map(Some),
        _ => Ok(None),
    }
}

/// A secret that was set earlier and that a server may echo, leave out or mask. A mask is no secret: were it kept, it
/// could be sent back as one.
pub(super) fn echoed<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<SecretString>, D::Error> {
    let secret = Option::<SecretString>::deserialize(deserializer)?;
    Ok(secret.filter(|secret| !is_mask(secret.expose_secret())))
}

fn is_mask(text: &str) -> bool {
    text.is_empty()
        || ["***", "•••", "●●●", "…", "..."]
            .iter()
            .any(|mask| text.contains(mask))
        || text.to_ascii_lowercase().trim_matches(['[', ']', '<', '>']) == "redacted"
}
