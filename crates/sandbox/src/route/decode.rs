//! A JSON body as the platform reads it: an object is an object and never a list of its fields, `null` is no value of a
//! field unless the field is [`nullable`], and a field that is missing is named in the platform's words.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error as _, Expected, IntoDeserializer,
    Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use crate::platform_text;

/// What is wrong with a body, in one line.
#[derive(Debug)]
pub struct DecodeError(String);

pub fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T, DecodeError> {
    let value: Value =
        serde_json::from_slice(body).map_err(|error| DecodeError(error.to_string()))?;
    T::deserialize(Part { value, field: None })
}

/// Reads a field that may be `null`; for `deserialize_with`, with `default` beside it. `None` is a field that is missing.
pub fn nullable<'de, D, T>(from: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    from.deserialize_newtype_struct(NULLABLE, OrNull(PhantomData))
        .map(Some)
}

/// Tells [`Part`] that `null` is a value.
const NULLABLE: &str = "nullable";

struct OrNull<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OrNull<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        T::deserialize(from).map(Some)
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DecodeError {}

impl serde::de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }

    fn missing_field(field: &'static str) -> Self {
        Self(platform_text::field_required(field))
    }
}

/// A value in a body, and the name of the field that it is the value of.
struct Part {
    value: Value,
    field: Option<String>,
}

impl Part {
    fn unnamed(value: Value) -> Self {
        Self { value, field: None }
    }

    /// Refuses `null` for a field. Elsewhere, as in a list, the type says what is expected.
    fn must_not_be_null(&self) -> Result<(), DecodeError> {
        match &self.field {
            Some(field) if self.value.is_null() => {
                Err(DecodeError(platform_text::field_not_nullable(field)))
            }
            _ => Ok(()),
        }
    }

    fn is_no(&self, expected: &dyn Expected) -> DecodeError {
        let found = match &self.value {
            Value::Null => Unexpected::Other("null"),
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(_) => Unexpected::Other("a number"),
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        DecodeError::invalid_type(found, expected)
    }
}

impl IntoDeserializer<'_, DecodeError> for Part {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

fn is_negative_zero(number: &serde_json::Number) -> bool {
    let number = number.as_f64();
    number.is_some_and(|it| it == 0.0 && it.is_sign_negative())
}

fn fields(object: serde_json::Map<String, Value>) -> impl Iterator<Item = (String, Part)> {
    object.into_iter().map(|(name, value)| {
        let field = Some(name.clone());
        (name, Part { value, field })
    })
}

impl<'de> Deserializer<'de> for Part {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.must_not_be_null()?;
        match self.value {
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(Part::unnamed));
                let seen = visitor.visit_seq(&mut items)?;
                items.end().map(|()| seen)
            }
            Value::Object(object) => {
                let mut fields = MapDeserializer::new(fields(object));
                let seen = visitor.visit_map(&mut fields)?;
                fields.end().map(|()| seen)
            }
            // `-0` is a whole number, which the parser has as a fraction.
            Value::Number(number) if is_negative_zero(&number) => visitor.visit_u64(0),
            plain => plain.deserialize_any(visitor).map_err(DecodeError::custom),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.must_not_be_null()?;
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match name == NULLABLE && self.value.is_null() {
            true => visitor.visit_none(),
            false => visitor.visit_newtype_struct(self),
        }
    }

    /// Structures with a flattened part come here too.
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.value {
            Value::Object(_) => self.deserialize_any(visitor),
            _ => Err(self.is_no(&"an object")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match self.value {
            Value::String(name) => visitor.visit_enum(name.into_deserializer()),
            Value::Object(object) => {
                let fields = MapDeserializer::new(fields(object));
                visitor.visit_enum(MapAccessDeserializer::new(fields))
            }
            _ => Err(self.is_no(&"a name")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct identifier
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Outer {
        inner: Inner,
        how: Option<How>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Inner {
        name: String,
        #[serde(flatten)]
        rest: Rest,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Rest {
        size: Option<f64>,
        list: Option<Vec<i64>>,
        any: Option<Value>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum How {
        Plain,
        Held { seconds: u32 },
    }

    fn wrong(body: &str) -> String {
        decode::<Outer>(body.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_body_is_read_whole() {
        let body = r#"{"inner": {"name": "a", "size": 1, "list": [1, -2], "any": {"b": [null]},
            "more": 1}, "how": {"held": {"seconds": 3}}, "more": {}, "other": null}"#;
        let read: Outer = decode(body.as_bytes()).unwrap();
        assert_eq!(read.inner.name, "a");
        assert_eq!(read.inner.rest.size, Some(1.0));
        assert_eq!(read.inner.rest.list, Some(vec![1, -2]));
        assert_eq!(read.inner.rest.any, Some(serde_json::json!({"b": [null]})));
        assert_eq!(read.how, Some(How::Held { seconds: 3 }));
        let plain: Outer = decode(br#"{"inner": {"name": "a"}, "how": "plain"}"#).unwrap();
        assert_eq!(plain.how, Some(How::Plain));
        assert_eq!(plain.inner.rest.size, None);
    }

    #[test]
    fn null_is_a_value_of_nullable_fields_alone() {
        for (body, field) in [
            (r#"{"inner": {"name": "a"}, "how": null}"#, "how"),
            (r#"{"inner": {"name": "a", "size": null}}"#, "size"),
            (r#"{"inner": {"name": null}}"#, "name"),
        ] {
            let expected = format!("invalid: {field} (null is not a value)");
            assert_eq!(wrong(body), expected, "{body}");
        }

        #[derive(Debug, PartialEq, Deserialize)]
        struct Changes {
            #[serde(default, deserialize_with = "nullable")]
            end: Option<Option<i64>>,
        }
        for (body, end) in [
            ("{}", None),
            (r#"{"end": null}"#, Some(None)),
            (r#"{"end": 5}"#, Some(Some(5))),
        ] {
            let read: Changes = decode(body.as_bytes()).unwrap();
            assert_eq!(read, Changes { end }, "{body}");
        }
    }

    #[test]
    fn a_zero_with_a_sign_is_a_whole_number() {
        let body = r#"{"inner": {"name": "a", "size": -0, "list": [-0, 1]}}"#;
        let read: Outer = decode(body.as_bytes()).unwrap();
        assert_eq!(read.inner.rest.size, Some(0.0));
        assert_eq!(read.inner.rest.list, Some(vec![0, 1]));
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(wrong("{}"), "invalid: inner (field required)");
        assert_eq!(wrong(r#"{"inner": {}}"#), "invalid: name (field required)");
    }

    #[test]
    fn a_list_is_no_object_and_no_type_of_ours_is_named() {
        for body in [
            r#"[{"name": "a"}, null]"#,
            r#"{"inner": ["a"]}"#,
            r#"{"inner": null}"#,
            r#""inner""#,
            "null",
            "7",
        ] {
            let wrong = wrong(body);
            assert!(wrong.ends_with("expected an object"), "{body}: {wrong}");
        }
        assert_eq!(
            wrong(r#"{"inner": {"name": 5}}"#),
            "invalid type: integer `5`, expected a string"
        );
        assert!(wrong("{").starts_with("EOF"));
        assert!(wrong(&"[".repeat(100_000)).starts_with("recursion limit"));
    }
}
