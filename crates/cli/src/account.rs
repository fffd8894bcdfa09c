//! Accounts of the list that a person names.

use app::view::ErrorCode;
use serde_json::Value;

use crate::failure::{Done, Failure};
use crate::id_or_name::matching;

/// The account with this id, or else the only one with this name; `None` without any.
pub fn find<'a>(all: &'a [Value], wanted: &str) -> Done<Option<&'a Value>> {
    match matching(all, wanted).as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => Err(Failure::usage(
            format!("Several accounts have the name {wanted}"),
            "Name one by its id: `plinth accounts list` shows them.",
        )),
    }
}

/// The failure of a look-up that found none.
pub fn missing(wanted: &str) -> Failure {
    Failure::new(
        ErrorCode::NotFound,
        format!("There is no account {wanted}"),
        "`plinth accounts list` shows all of them.",
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn account_name_of_two_accounts_chooses_none_of_them() {
        let all = [
            json!({ "id": "a", "name": "b" }),
            json!({ "id": "b", "name": "Shop" }),
            json!({ "id": "c", "name": "Shop" }),
        ];
        let id = |wanted: &str| find(&all, wanted).map(|found| found.map(|it| it["id"].clone()));
        assert_eq!(id("b").unwrap(), Some(json!("b")), "an id comes first");
        assert_eq!(id("Shop").unwrap_err().code(), 2);
        assert_eq!(id("Other").unwrap(), None);
    }
}
