//! Decodes lists in all forms of the platform: whole or in pages, as a bare array or as a field of an object.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// An entry of a list of the platform.
pub trait Listed: DeserializeOwned {
    /// The field that holds the list where it is wrapped, such as `projects`.
    const FIELD: &'static str;

    /// Fields beside the list that hold more about its entries, keyed by their ids.
    const BESIDE: &'static [&'static str] = &[];

    /// Takes over what one of those fields holds about this entry. Unexpected values are ignored: they must not cost the
    /// list.
    fn note(&mut self, field: &str, all: &Map<String, Value>) {
        let _ = (field, all);
    }
}

/// One page of a list, or all of one that has no pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// In the order of the service.
    pub items: Vec<T>,
    /// What to send as `cursor` for the page after this one. The service may give it with the last page too.
    pub next: Option<Next>,
    /// Ids of projects that the service could not look up in time (`unavailable_project_ids`).
    pub unavailable: Vec<String>,
}

impl<T> Page<T> {
    fn of(items: Vec<T>) -> Self {
        Self {
            items,
            next: None,
            unavailable: Vec::new(),
        }
    }
}

/// Where the next page begins, in one of the platform's two styles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// `pagination.cursor`: also there with the last page, which is known by being short.
    Cursor(String),
    /// `pagination.next`: missing with the last page.
    Next(String),
}

impl Next {
    /// The text that is sent as `cursor`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Cursor(cursor) | Self::Next(cursor) => cursor,
        }
    }
}

#[derive(Deserialize, Default)]
struct Pagination {
    #[serde(default)]
    cursor: Option<String>,
    #[serde(default)]
    next: Option<String>,
}

impl<'de, T: Listed> Deserialize<'de> for Page<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(PageVisitor(PhantomData))
    }
}

struct PageVisitor<T>(PhantomData<T>);

impl<'de, T: Listed> Visitor<'de> for PageVisitor<T> {
    type Value = Page<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list, or an object with a list as {}", T::FIELD)
    }

    fn visit_unit<E>(self) -> Result<Page<T>, E> {
        Ok(Page::of(Vec::new()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Page<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Page::of(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Page<T>, A::Error> {
        let mut items = None;
        let mut pagination = None;
        let mut unavailable = None;
        let mut beside = Vec::new();
        while let Some(field) = object.next_key::<String>()? {
            match field.as_str() {
                field if field == T::FIELD => items = Some(object.next_value::<Option<Vec<T>>>()?),
                "pagination" => pagination = object.next_value::<Option<Pagination>>()?,
                field if T::BESIDE.contains(&field) => {
                    let field = field.to_owned();
                    beside.push((field, object.next_value::<Value>()?));
                }
                "unavailable_project_ids" => unavailable = object.next_value()?,
                _ => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        let items = items.ok_or_else(|| serde::de::Error::missing_field(T::FIELD))?;
        let mut items = items.unwrap_or_default();
        for (field, all) in &beside {
            if let Value::Object(all) = all {
                items.iter_mut().for_each(|item| item.note(field, all));
            }
        }
        let Pagination { cursor, next } = pagination.unwrap_or_default();
        let some = |text: Option<String>| text.filter(|text| !text.is_empty());
        Ok(Page {
            items,
            next: (some(next).map(Next::Next)).or(some(cursor).map(Next::Cursor)),
            unavailable: unavailable.unwrap_or_default(),
        })
    }
}
