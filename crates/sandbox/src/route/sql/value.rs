//! A value of PostgreSQL's as JSON, for clients that did not ask for texts: numbers that JSON holds
//! without loss, booleans, JSON and arrays. Everything else stays text.

use serde::Serialize;
use tokio_postgres::types::{Kind, Type};

/// Anything that has a form in JSON.
pub fn write<T: Serialize + ?Sized>(json: &mut Vec<u8>, value: &T) {
    if serde_json::to_writer(&mut *json, value).is_err() {
        // Only what is no text, number or list of such could fail.
        json.extend_from_slice(b"null");
    }
}

/// `text` is a value of the type with the number `kind`.
pub fn write_typed(json: &mut Vec<u8>, text: &str, kind: u32) {
    let kind = Type::from_oid(kind).unwrap_or(Type::TEXT);
    let begun = json.len();
    if typed(json, text, &kind).is_none() {
        json.truncate(begun);
        write(json, text);
    }
}

/// None for what the type is not written like.
fn typed(json: &mut Vec<u8>, text: &str, kind: &Type) -> Option<()> {
    if let Kind::Array(element) = kind.kind() {
        // An array whose bounds do not begin at 1 says them first.
        let text = match text.starts_with('[') {
            true => text.split_once('=')?.1,
            false => text,
        };
        return array(json, text, element)?.is_empty().then_some(());
    }
    match *kind {
        Type::BOOL => write(json, &(text == "t")),
        Type::INT2 | Type::INT4 => write(json, &text.parse::<i32>().ok()?),
        Type::FLOAT4 | Type::FLOAT8 => {
            let number: f64 = text.parse().ok()?;
            // JSON has no infinity, and nothing that is not a number.
            number.is_finite().then_some(())?;
            json.extend_from_slice(text.as_bytes());
        }
        Type::JSON | Type::JSONB => json.extend_from_slice(text.as_bytes()),
        _ => write(json, text),
    }
    Some(())
}

/// Writes the array that the text begins with and returns the rest of the text.
fn array<'a>(json: &mut Vec<u8>, text: &'a str, element: &Type) -> Option<&'a str> {
    let separator = if *element == Type::BOX { ';' } else { ',' };
    let mut rest = text.strip_prefix('{')?;
    json.push(b'[');
    let mut is_first = true;
    while !rest.starts_with('}') {
        if !is_first {
            rest = rest.strip_prefix(separator)?;
            json.push(b',');
        }
        is_first = false;
        rest = item(json, rest, element, separator)?;
    }
    json.push(b']');
    Some(&rest[1..])
}

fn item<'a>(json: &mut Vec<u8>, text: &'a str, element: &Type, separator: char) -> Option<&'a str> {
    if text.starts_with('{') {
        return array(json, text, element);
    }
    if let Some(quoted) = text.strip_prefix('"') {
        let mut unescaped = String::new();
        let mut letters = quoted.char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    typed(json, &unescaped, element)?;
                    return Some(&quoted[at + 1..]);
                }
                '\\' => unescaped.push(letters.next()?.1),
                letter => unescaped.push(letter),
            }
        }
        return None;
    }
    let end = text.find([separator, '}'])?;
    match &text[..end] {
        "NULL" => write(json, &()),
        word => typed(json, word, element).or_else(|| {
            write(json, word);
            Some(())
        })?,
    }
    Some(&text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_types_of_json_where_it_has_them() {
        for (kind, text, json) in [
            (Type::BOOL, "t", "true"),
            (Type::BOOL, "f", "false"),
            (Type::INT2, "-7", "-7"),
            (Type::INT4, "2147483647", "2147483647"),
            (Type::INT8, "9007199254740993", r#""9007199254740993""#),
            (Type::NUMERIC, "1.50", r#""1.50""#),
            (Type::FLOAT4, "1.5", "1.5"),
            (Type::FLOAT8, "1e+300", "1e+300"),
            (Type::FLOAT8, "NaN", r#""NaN""#),
            (Type::FLOAT8, "-Infinity", r#""-Infinity""#),
            (Type::JSON, r#"{"b": [1, null]}"#, r#"{"b": [1, null]}"#),
            (Type::JSONB, "1", "1"),
            (Type::TEXT, "a\"\n\u{1}ü", r#""a\"\n\u0001ü""#),
            (Type::BYTEA, r"\x00ff", r#""\\x00ff""#),
            (Type::INT4_ARRAY, "{}", "[]"),
            (Type::INT4_ARRAY, "{1,NULL,-3}", "[1,null,-3]"),
            (Type::INT4_ARRAY, "{{1,2},{3,4}}", "[[1,2],[3,4]]"),
            (Type::INT4_ARRAY, "[0:1][2:2]={{1},{2}}", "[[1],[2]]"),
            (Type::BOOL_ARRAY, "{t,f}", "[true,false]"),
            (Type::FLOAT8_ARRAY, "{1.5,NaN}", r#"[1.5,"NaN"]"#),
            (
                Type::TEXT_ARRAY,
                r#"{a,"","NULL",NULL,"x,\"}{\\ ü"}"#,
                r#"["a","","NULL",null,"x,\"}{\\ ü"]"#,
            ),
            (Type::JSONB_ARRAY, r#"{"{\"a\": 1}",2}"#, r#"[{"a": 1},2]"#),
            (
                Type::BOX_ARRAY,
                "{(1,1),(0,0);(2,2),(1,1)}",
                r#"["(1,1),(0,0)","(2,2),(1,1)"]"#,
            ),
            // What no server sends is text.
            (Type::INT4, "x", r#""x""#),
            (Type::INT4_ARRAY, "{1", r#""{1""#),
            (Type::INT4_ARRAY, "{1}2", r#""{1}2""#),
            (Type::TEXT_ARRAY, "{\"a", r#""{\"a""#),
        ] {
            let mut written = Vec::new();
            write_typed(&mut written, text, kind.oid());
            assert_eq!(String::from_utf8(written).unwrap(), json, "{kind} {text}");
        }
    }
}
