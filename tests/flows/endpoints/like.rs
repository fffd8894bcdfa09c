//! Replies compared with what the documents say of them.

use serde_json::Value;

/// Holds a reply against a picture of it. In the picture a text in angle brackets stands for any value of that kind, a
/// list that begins with `<each>` for one or more things of one picture, a name that ends in `?` for a field that may
/// be missing, and a field without a name for "nothing else". Everything else is meant literally; fields that the
/// picture does not have may be there.
pub fn like(found: &Value, picture: &Value) {
    if let Err(difference) = compare("", found, picture) {
        panic!("{difference}\nin {found:#}");
    }
}

fn compare(path: &str, found: &Value, picture: &Value) -> Result<(), String> {
    match picture {
        Value::Object(fields) => {
            let Value::Object(present) = found else {
                return Err(format!("{path} is no object"));
            };
            for (name, picture) in fields {
                let plain = name.trim_end_matches('?');
                match present.get(plain) {
                    _ if name.is_empty() => {}
                    Some(found) => compare(&format!("{path}.{plain}"), found, picture)?,
                    None if name.ends_with('?') => {}
                    None => return Err(format!("{path}.{plain} is missing")),
                }
            }
            let known = |name: &String| {
                fields.contains_key(name) || fields.contains_key(&format!("{name}?"))
            };
            let other = present.keys().find(|name| !known(name));
            match other.filter(|_| fields.contains_key("")) {
                Some(name) => Err(format!("{path}.{name} should not be there")),
                None => Ok(()),
            }
        }
        Value::Array(pictures) => {
            let Value::Array(items) = found else {
                return Err(format!("{path} is no list"));
            };
            if let [Value::String(each), picture] = pictures.as_slice()
                && each == "<each>"
            {
                if items.is_empty() {
                    return Err(format!("{path} is empty"));
                }
                let mut items = items.iter().enumerate();
                return items
                    .try_for_each(|(at, found)| compare(&format!("{path}[{at}]"), found, picture));
            }
            if items.len() != pictures.len() {
                let (is, should) = (items.len(), pictures.len());
                return Err(format!("{path} has {is} items and not {should}"));
            }
            let mut pairs = items.iter().zip(pictures).enumerate();
            pairs.try_for_each(|(at, (found, picture))| {
                compare(&format!("{path}[{at}]"), found, picture)
            })
        }
        Value::String(kind) if kind.starts_with('<') && kind.ends_with('>') => {
            match is_a(kind, found) {
                true => Ok(()),
                false => Err(format!("{path} is no {kind}: {found}")),
            }
        }
        literal if literal == found => Ok(()),
        Value::Number(number) if number.as_f64() == found.as_f64() => Ok(()),
        literal => Err(format!("{path} is {found} and not {literal}")),
    }
}

fn is_a(kind: &str, found: &Value) -> bool {
    let text = found.as_str();
    match kind {
        "<int>" => found.is_i64() || found.is_u64(),
        "<number>" => found.is_number(),
        "<bool>" => found.is_boolean(),
        "<string>" => text.is_some(),
        "<text>" => text.is_some_and(|text| !text.is_empty()),
        "<time>" => text.is_some_and(is_time),
        "<uuid>" => text.is_some_and(|text| uuid::Uuid::parse_str(text).is_ok()),
        "<url>" => text.is_some_and(|text| url::Url::parse(text).is_ok()),
        "<lsn>" => text.is_some_and(is_lsn),
        "<project>" => text.is_some_and(|text| is_named(text, "", 8)),
        "<branch>" => text.is_some_and(|text| is_named(text, "br-", 8)),
        "<endpoint>" => text.is_some_and(|text| is_named(text, "ep-", 8)),
        "<org>" => text.is_some_and(|text| is_named(text, "org-", 8)),
        unknown => panic!("{unknown} is no kind"),
    }
}

/// RFC 3339 in UTC to the second.
fn is_time(text: &str) -> bool {
    text.len() == 20 && text.ends_with('Z') && chrono::DateTime::parse_from_rfc3339(text).is_ok()
}

fn is_lsn(text: &str) -> bool {
    let part = |part: &str| {
        (1..=8).contains(&part.len())
            && part
                .bytes()
                .all(|byte| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte))
    };
    text.split_once('/')
        .is_some_and(|(left, right)| part(left) && part(right))
}

/// `word-word-a1b2c3d4` with something in front.
fn is_named(text: &str, prefix: &str, tail: usize) -> bool {
    let Some(rest) = text.strip_prefix(prefix) else {
        return false;
    };
    let parts: Vec<_> = rest.split('-').collect();
    let plain = |part: &&str| {
        part.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    parts.len() == 3
        && text.len() <= 60
        && parts.iter().all(|part| !part.is_empty() && plain(part))
        && parts[2].len() == tail
}

#[test]
fn a_picture_takes_what_it_shows_and_nothing_else() {
    use serde_json::json;
    let found = json!({
        "id": "br-cool-night-a1b2c3d4", "at": "2026-11-21T09:30:00Z", "lsn": "0/1A2B3C8", "cu": 2,
        "none": null, "list": [{"n": 1}, {"n": 2}], "more": true,
    });
    for right in [
        json!({}),
        json!({"id": "<branch>", "at": "<time>", "lsn": "<lsn>", "cu": 2.0, "none": null}),
        json!({"list": ["<each>", {"n": "<int>"}], "gone?": "<text>"}),
        json!({"list": [{"n": 1}, {"n": 2, "": true}]}),
    ] {
        assert_eq!(compare("", &found, &right), Ok(()), "{right}");
    }
    for wrong in [
        json!({"gone": "<text>"}),
        json!({"id": "<project>"}),
        json!({"id": "<uuid>"}),
        json!({"at": "<lsn>"}),
        json!({"lsn": "<time>"}),
        json!({"cu": "<bool>"}),
        json!({"cu": 3}),
        json!({"none": "<string>"}),
        json!({"more?": "<text>"}),
        json!({"list": []}),
        json!({"list": [{"n": 2}, {"n": 1}]}),
        json!({"list": ["<each>", {"n": 1}]}),
        json!({"id": "<branch>", "": true}),
    ] {
        assert!(compare("", &found, &wrong).is_err(), "{wrong}");
    }
    let zero = json!("0001-01-01T00:00:00Z");
    assert_eq!(compare("", &zero, &json!("<time>")), Ok(()));
    assert!(compare("", &json!("2026-11-21T09:30:00.5Z"), &json!("<time>")).is_err());
}
