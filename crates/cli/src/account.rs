//! Accounts of the list that a person names.

use app::view::ErrorCode;

use crate::failure::{Done, Failure};
use crate::id_or_name::{Named, matching};

/// Returns the account with this id, or else the only account with this name; `None` without any.
pub fn find<'a, T: Named>(all: &'a [T], wanted: &str) -> Done<Option<&'a T>> {
    match matching(all, wanted).as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => Err(Failure::usage(
            format!("Several accounts have the name {wanted}"),
            "Name one by its id: `plinth accounts list` shows them.",
        )),
    }
}

/// Returns the failure of a look-up that found no account.
pub fn missing(wanted: &str) -> Failure {
    Failure::new(
        ErrorCode::NotFound,
        format!("There is no account {wanted}"),
        "`plinth accounts list` shows all of them.",
    )
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// The id and the name of an account.
    #[derive(Clone, Debug, Deserialize, PartialEq)]
    struct Account(String, String);

    impl Named for Account {
        fn id(&self) -> Option<&str> {
            Some(&self.0)
        }

        fn name(&self) -> Option<&str> {
            Some(&self.1)
        }
    }

    #[test]
    fn account_name_of_two_accounts_chooses_none_of_them() {
        let all = [("a", "b"), ("b", "Shop"), ("c", "Shop")];
        let all = all.map(|(id, name)| Account(id.to_owned(), name.to_owned()));
        let id = |wanted: &str| find(&all, wanted).map(|found| found.map(|it| &*it.0));
        assert_eq!(id("b").unwrap(), Some("b"), "an id comes first");
        assert_eq!(id("Shop").unwrap_err().code(), 2);
        assert_eq!(id("Other").unwrap(), None);
    }
}
