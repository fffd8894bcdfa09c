//! The body of a request: one query, or a batch of them.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::failure::SqlFailure;
use crate::platform_text;
use crate::postgres::text_query::TextQuery;

#[derive(Debug)]
pub enum Payload {
    One(Query),
    Batch(Vec<Query>),
}

#[derive(Debug)]
pub struct Query {
    pub query: TextQuery,
    /// None is what the request's header says.
    pub array_mode: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    query: Option<String>,
    #[serde(borrow, default)]
    params: Vec<&'a RawValue>,
    array_mode: Option<bool>,
    #[serde(borrow)]
    queries: Option<Vec<QueryBody<'a>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QueryBody<'a> {
    query: String,
    #[serde(borrow, default)]
    params: Vec<&'a RawValue>,
    array_mode: Option<bool>,
}

impl Payload {
    pub fn read(body: &[u8]) -> Result<Self, SqlFailure> {
        let unreadable =
            |why: String| SqlFailure::invalid(platform_text::unreadable_sql_body(&why));
        let body: Body = serde_json::from_slice(body).map_err(|it| unreadable(it.to_string()))?;
        let query = |it: QueryBody| {
            let values: Result<_, _> = it.params.into_iter().map(parameter).collect();
            Ok(Query {
                query: TextQuery {
                    text: it.query,
                    values: values.map_err(|it: serde_json::Error| unreadable(it.to_string()))?,
                },
                array_mode: it.array_mode,
            })
        };
        match (body.query, body.queries) {
            (Some(text), _) => Ok(Self::One(query(QueryBody {
                query: text,
                params: body.params,
                array_mode: body.array_mode,
            })?)),
            (None, Some(all)) => {
                let all: Result<_, SqlFailure> = all.into_iter().map(query).collect();
                Ok(Self::Batch(all?))
            }
            (None, None) => Err(unreadable("missing field `query`".to_owned())),
        }
    }
}

/// A parameter as text for the server. A number keeps all of its digits, an object is JSON.
fn parameter(value: &RawValue) -> Result<Option<String>, serde_json::Error> {
    match value.get().as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => serde_json::from_str(value.get()).map(Some),
        Some(b'[') => Ok(Some(array(&serde_json::from_str(value.get())?))),
        _ => Ok(Some(value.get().to_owned())),
    }
}

/// A value in an array of PostgreSQL's. Its quoted texts have the escapes of JSON that it needs.
fn array(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => quoted(text),
        Value::Object(_) => quoted(&value.to_string()),
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(array).collect();
            format!("{{{}}}", values.join(","))
        }
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(params: &str) -> Vec<Option<String>> {
        let body = format!(r#"{{"query":"q","params":{params}}}"#);
        match Payload::read(body.as_bytes()) {
            Ok(Payload::One(query)) => query.query.values,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn parameters_are_texts_of_the_server() {
        for (given, text) in [
            ("null", None),
            (r#""a\"b""#, Some("a\"b")),
            ("true", Some("true")),
            ("-1.50", Some("-1.50")),
            (
                "123456789012345678901234567890",
                Some("123456789012345678901234567890"),
            ),
            (r#"{"b": 1, "a": [2]}"#, Some(r#"{"b": 1, "a": [2]}"#)),
            (
                r#"[1, null, true, "NULL", "a\"\\b\n", {"k": "v"}, [2, "x"]]"#,
                Some("{1,NULL,true,\"NULL\",\"a\\\"\\\\b\n\",\"{\\\"k\\\":\\\"v\\\"}\",{2,\"x\"}}"),
            ),
            ("[]", Some("{}")),
        ] {
            let found = values(&format!("[{given}]"));
            assert_eq!(found, [text.map(str::to_owned)], "{given}");
        }
    }

    #[test]
    fn what_is_no_query_is_refused() {
        let deep = format!(r#"{{"query":"q","params":[{}]}}"#, "[".repeat(100_000));
        let closed = format!(
            r#"{{"query":"q","params":[{}{}]}}"#,
            "[".repeat(100_000),
            "]".repeat(100_000)
        );
        for body in [
            "",
            "null",
            "[]",
            "{}",
            r#"{"query":1}"#,
            r#"{"query":null}"#,
            r#"{"query":"q","params":1}"#,
            r#"{"query":"q","params":{"a":1}}"#,
            r#"{"query":"\ud800"}"#,
            r#"{"queries":[{"params":[]}]}"#,
            r#"{"queries":{"query":"q"}}"#,
            &deep,
            &closed,
        ] {
            assert!(Payload::read(body.as_bytes()).is_err());
        }
        assert!(Payload::read(b"{\"query\":\"\xff\"}").is_err());
    }
}
