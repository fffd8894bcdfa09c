use app::view::{ErrorCode, ErrorView};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::reply::Reply;

/// The arguments of a call, by their names in camel case, as the window sends them.
#[derive(Clone, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Args(Map<String, Value>);

impl From<Value> for Args {
    /// Anything but an object has no arguments.
    fn from(value: Value) -> Self {
        Self(match value {
            Value::Object(map) => map,
            _ => Map::new(),
        })
    }
}

impl Args {
    /// A copy of the argument of this name, in snake case.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Reply<T> {
        let value = self.0.get(&camel_case(name)).cloned();
        serde_json::from_value(value.unwrap_or_default()).map_err(|_| unfit(name))
    }

    /// The argument of this name, in snake case. A missing one is null.
    pub(super) fn take<T: DeserializeOwned>(&mut self, name: &str) -> Reply<T> {
        let value = self.0.remove(&camel_case(name)).unwrap_or_default();
        // What the decoder says of it could hold a secret.
        serde_json::from_value(value).map_err(|_| unfit(name))
    }
}

// An argument may be a secret.
impl std::fmt::Debug for Args {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

pub fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(word.len().min(1));
        camel.push_str(&first.to_ascii_uppercase());
        camel.push_str(rest);
    }
    camel
}

fn unfit(name: &str) -> ErrorView {
    ErrorView::new(
        ErrorCode::Internal,
        format!("Plinth's core can't read the argument {}", camel_case(name)),
        "Restart Plinth, and update it if this happens again",
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn arguments_are_found_by_their_names_in_camel_case() {
        let mut args = Args::from(json!({ "accountId": "a", "limit": 3, "isOpen": null }));
        assert_eq!(args.take::<String>("account_id").unwrap(), "a");
        assert_eq!(args.take::<u32>("limit").unwrap(), 3);
        assert_eq!(args.take::<Option<bool>>("is_open").unwrap(), None);
        assert_eq!(args.take::<Option<String>>("before").unwrap(), None);
        assert!(args.take::<String>("missing").is_err());
    }

    #[test]
    fn an_argument_that_does_not_fit_is_named_and_not_quoted() {
        let mut args = Args::from(json!({ "key": ["napi_secret"] }));
        assert!(!format!("{args:?}").contains("napi_secret"));
        let error = args.take::<String>("key").unwrap_err();
        assert_eq!(error.message, "Plinth's core can't read the argument key");
    }
}
