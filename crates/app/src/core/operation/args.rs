use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::base::error::ErrorCode;
use crate::view::ErrorView;

/// The account that runs an operation is one more argument, of this name.
const ACCOUNT: &str = "accountId";

/// The arguments of an operation, by their names in camel case, as the window sends them.
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
    /// Returns a copy of the argument of this name, in snake case. A missing one is null.
    ///
    /// # Errors
    /// [`ErrorCode::Internal`] for an argument of another type.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<T, ErrorView> {
        let value = self.0.get(&camel_case(name)).cloned();
        // The decoder's own words could quote a secret.
        serde_json::from_value(value.unwrap_or_default()).map_err(|_| unfit(&camel_case(name)))
    }

    /// Returns the value of an operation.
    ///
    /// # Errors
    /// [`ErrorCode::Internal`] for arguments that are missing or of another type.
    pub fn read<T: DeserializeOwned>(self) -> Result<T, ErrorView> {
        let read = serde_path_to_error::deserialize(Value::Object(self.0));
        read.map_err(|error| match error.path().to_string().as_str() {
            // A missing one has no path. The decoder names it between its first quotes.
            "." => unfit(
                error
                    .inner()
                    .to_string()
                    .split('`')
                    .nth(1)
                    .unwrap_or_default(),
            ),
            path => unfit(path),
        })
    }

    /// Returns the value of an operation, with the id of the account that runs it.
    ///
    /// # Errors
    /// As [`Args::read`].
    pub fn of_account<T: DeserializeOwned>(mut self) -> Result<(String, T), ErrorView> {
        match self.0.remove(ACCOUNT) {
            Some(Value::String(account)) => Ok((account, self.read()?)),
            _ => Err(unfit(ACCOUNT)),
        }
    }

    /// Names the account that runs the operation.
    #[must_use]
    pub fn with_account(mut self, account: &str) -> Self {
        self.0.insert(ACCOUNT.to_owned(), account.into());
        self
    }
}

// An argument may be a secret.
impl fmt::Debug for Args {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// Returns a name in snake case in camel case.
#[must_use]
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
        format!("Plinth's core can't read the argument {name}"),
        "Restart Plinth, and update it if this happens again",
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn arguments_are_found_by_their_names_in_camel_case() {
        let args = Args::from(json!({ "accountId": "a", "limit": 3, "isOpen": null }));
        assert_eq!(args.get::<String>("account_id").unwrap(), "a");
        assert_eq!(args.get::<u32>("limit").unwrap(), 3);
        assert_eq!(args.get::<Option<bool>>("is_open").unwrap(), None);
        assert_eq!(args.get::<Option<String>>("before").unwrap(), None);
        assert!(args.get::<String>("missing").is_err());
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase")]
    struct Limited {
        limit: u32,
        is_open: Option<bool>,
    }

    #[test]
    fn arguments_become_the_account_and_the_value() {
        let args = Args::from(json!({ "accountId": "a", "limit": 3 }));
        let value = Limited {
            limit: 3,
            is_open: None,
        };
        assert_eq!(args.of_account().unwrap(), ("a".to_owned(), value));
        let args = Args::from(json!({ "limit": "napi_secret" })).with_account("a");
        let error = args.of_account::<Limited>().unwrap_err();
        assert_eq!(error.message, "Plinth's core can't read the argument limit");
        let error = Args::from(json!({})).read::<Limited>().unwrap_err();
        assert_eq!(error.message, "Plinth's core can't read the argument limit");
    }

    #[test]
    fn an_argument_that_does_not_fit_is_named_and_not_quoted() {
        let args = Args::from(json!({ "key": ["napi_secret"] }));
        assert!(!format!("{args:?}").contains("napi_secret"));
        let error = args.get::<String>("key").unwrap_err();
        assert_eq!(error.message, "Plinth's core can't read the argument key");
    }
}
