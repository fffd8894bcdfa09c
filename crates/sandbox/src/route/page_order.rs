//! Lists that are sorted by what the query says, and the cursors that continue them.

use std::cmp::Ordering;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::body::invalid;
use crate::reply::Failure;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SortOrder {
    #[serde(rename = "ASC", alias = "asc")]
    Ascending,
    #[serde(rename = "DESC", alias = "desc")]
    Descending,
}

/// What an item is sorted by, and its id where that is the same.
pub type SortKey = (String, String);

impl SortOrder {
    fn compare(self, one: &SortKey, other: &SortKey) -> Ordering {
        match self {
            Self::Ascending => one.cmp(other),
            Self::Descending => other.cmp(one),
        }
    }

    /// The items of one page, and whether more follow.
    pub fn page<T>(
        self,
        items: impl Iterator<Item = (SortKey, T)>,
        after: Option<&SortKey>,
        size: usize,
    ) -> (Vec<(SortKey, T)>, bool) {
        let is_after =
            |key: &SortKey| after.is_none_or(|last| self.compare(key, last) == Ordering::Greater);
        let mut page: Vec<_> = items.filter(|(key, _)| is_after(key)).collect();
        page.sort_by(|(one, _), (other, _)| self.compare(one, other));
        let has_more = page.len() > size;
        page.truncate(size);
        (page, has_more)
    }
}

/// A cursor of plain fields, which always become JSON.
pub fn json(cursor: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(cursor).unwrap_or_default()
}

/// In either alphabet of base64.
pub fn read_cursor<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    let bytes = URL_SAFE_NO_PAD
        .decode(text)
        .or_else(|_| STANDARD.decode(text));
    bytes
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .ok_or_else(|| invalid("query: cursor: it is not from this list"))
}
